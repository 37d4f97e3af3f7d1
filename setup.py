"""The optional kernel, `kingdomino/kernel`: compiled where there is a compiler, and else left out."""

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = ("kingdoms", "tables", "playing")

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"kingdomino.kernel.{name}",
                [f"kingdomino/kernel/{name}.pyx"],
                extra_compile_args=["-O3"],
                optional=True,
            )
            for name in MODULES
        ],
        build_dir="build/kernel",
        language_level=3,
        compiler_directives={"cdivision": True},
    )
)
