"""The commands of `service`, one for each module, registered in pyproject.toml as `kingdomino.commands`.

The commands `review` and `outages` are in `../reviewing` and `../outages`, those that copy and move an
installation in `../installation`; `relay` and `worker` are in the package `workers`. A command imports slow
dependencies inside its function, so that `--help` is fast. It raises `click.ClickException` for a fault that
the user can fix. Shared arguments and options belong in `../parameters`. Start with `demo.py`.
"""
