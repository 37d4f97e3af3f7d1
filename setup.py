"""The optional kernel, `kingdomino/kernel`: compiled where there is a compiler, and else left out."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))  # a build does not look there by itself

from kingdomino.kernel import MODULES, digest, sources  # noqa: E402 - the package is found only now

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

setup(ext_modules=extensions)
