"""The errors of an invalid configuration."""

EXIT_CONFIGURATION = 78
"""sysexits.h EX_CONFIG: the configuration cannot work. The parent does not restart a child that exits so."""


class ConfigurationError(Exception):
    """The configuration cannot work, and a restart does not help: the process reports why and stops."""


class SettingError(ConfigurationError):
    """A setting has an invalid value; the message names the setting, its value and what is allowed."""

    def __init__(self, name: str, value: str, right: str) -> None:
        super().__init__(f"{name} is {value}, but must be {right}")


class Unusable(ValueError):  # noqa: N818 - the name states the condition
    """A text that is not valid for its kind of value.

    `shown` is the text as an error message may show it. `right` says what is allowed; if it is empty, the
    message has the description of the kind.
    """

    def __init__(self, shown: str, right: str = "") -> None:
        super().__init__(shown)
        self.shown = shown
        self.right = right
