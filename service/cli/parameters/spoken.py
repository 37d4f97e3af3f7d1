"""Commands that speak the language of their reader."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click


class SpokenCommand(click.Command):
    """A command whose help, output and errors are in the language of LC_ALL, LC_MESSAGES or LANG."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help; click's own text in English."""
        from service.application.i18n.problems import speaks_english

        if speaks_english():
            super().format_help(ctx, formatter)
            return
        from service.cli.parameters.help import write_help

        write_help(self, ctx, formatter)

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the options and arguments; errors are in the reader's language."""
        with _spoken(is_read=False):
            return self.parsed(*arguments, **more)

    def parsed(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the options and arguments."""
        return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command in the reader's language."""
        with _spoken(is_read=True):
            return super().invoke(ctx)


class SpokenError(click.ClickException):
    """An error in another language than English, in which click writes "Error"."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        vars(self)["exit_code"] = exit_code  # which click declares for the class alone

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the text to standard error."""
        click.echo(self.message, file, err=file is None)


@contextmanager
def _spoken(*, is_read: bool) -> Iterator[None]:
    """Speak the reader's language; errors of click itself come before the options and arguments are read."""
    from service.application.i18n.commands.errors import error_text, usage_text
    from service.application.i18n.problems import speaks_english
    from service.application.i18n.speaking import speaking
    from service.cli.parameters.language import language_of

    with speaking(language_of(os.environ)):
        try:
            yield
        except click.ClickException as error:
            if speaks_english() or isinstance(error, SpokenError):
                raise
            cause = error.__cause__ if isinstance(error.__cause__, click.UsageError) else error
            is_told = is_read or isinstance(cause, WrongValue)
            text = cause.message if is_told else usage_text(_named(cause))
            raise SpokenError(error_text(text), error.exit_code) from error


class WrongValue(click.BadParameter):
    """An option's or argument's value is wrong; the text is in the reader's language."""


def _named(error: click.ClickException) -> str:
    """The option or argument that an error is about, as it is typed; empty for none."""
    if isinstance(error, click.NoSuchOption | click.BadOptionUsage):
        return error.option_name
    if isinstance(error, click.BadParameter) and error.param is not None and error.ctx is not None:
        return error.param.get_error_hint(error.ctx)
    return ""
