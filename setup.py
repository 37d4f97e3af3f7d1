"""The optional kernel, `kingdomino/kernel`: compiled where there is a compiler, and else left out."""

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = ("kingdoms", "tables", "playing", "search")

extensions = cythonize(
    [
        Extension(
            f"kingdomino.kernel.{name}",
            [f"kingdomino/kernel/{name}.pyx"],
            extra_compile_args=["-O3", "-g0"],
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
