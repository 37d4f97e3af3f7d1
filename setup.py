"""What is compiled when the package is built: the words of each language, and the optional kernel.

The kernel, `kingdomino/kernel`, is left out where there is no compiler.
"""

import sys
from pathlib import Path

from babel.messages.frontend import CommandLineInterface
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
TRANSLATIONS = ROOT / "service" / "application" / "i18n" / "translations"
sys.path.insert(0, str(ROOT))  # a build does not look there by itself

from kingdomino.kernel import MODULES, digest, sources  # noqa: E402 - the package is found only now


class BuildWithWords(build_py):
    """Compiles each catalogue, `messages.po`, into the `messages.mo` beside it, which the service reads."""

    def run(self) -> None:
        """Compile, then build as ever."""
        if any(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po")):
            CommandLineInterface().run(["pybabel", "--quiet", "compile", "-d", str(TRANSLATIONS)])
        super().run()


extensions = cythonize(
    [
        Extension(
            f"kingdomino.kernel.{name}",
            [f"kingdomino/kernel/{name.replace('.', '/')}.pyx"],
            extra_compile_args=["-O3", "-g0"],
            # All are built again when one has changed, so that all are of the same sources.
            define_macros=[("KINGDOMINO_KERNEL_SOURCES", f'"{digest()}"')],
            depends=[str(path.relative_to(ROOT)) for path in sources()],
        )
        for name in MODULES
    ],
    build_dir="build/kernel",
    language_level=3,
    compiler_directives={"cdivision": True},
)
for extension in extensions:
    extension.optional = True  # `cythonize` forgets it

setup(ext_modules=extensions, cmdclass={"build_py": BuildWithWords})
