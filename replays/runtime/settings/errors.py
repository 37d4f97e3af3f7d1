"""What is raised where a configuration cannot work."""

EXIT_CONFIGURATION = 78
"""sysexits.h EX_CONFIG: what is configured cannot work. The parent does not start such a child again."""


class ConfigurationError(Exception):
    """What is configured cannot work, and starting again will not help: say why and stop."""


class SettingError(ConfigurationError):
    """A setting has a value that cannot be used; the text names it, its value and what would be right."""

    def __init__(self, name: str, value: str, right: str) -> None:
        super().__init__(f"{name} is {value}, but must be {right}")


class Unusable(ValueError):  # noqa: N818 - says what is the case
    """A text that a kind of value cannot use.

    `shown` is how an error may show it, `right` what would be right, if not what the kind says.
    """

    def __init__(self, shown: str, right: str = "") -> None:
        super().__init__(shown)
        self.shown = shown
        self.right = right
