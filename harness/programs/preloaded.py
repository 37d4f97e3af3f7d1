"""The imports of the commands of a service, for the process from which they are forked."""

import gc

import service.application.transparency.keys
import service.cli.commands.web
import service.cli.main
import service.server.web_server  # noqa: F401
import workers.commands
import workers.relay
import workers.worker  # noqa: F401

gc.freeze()  # a collection in a fork would copy the pages of all these objects
