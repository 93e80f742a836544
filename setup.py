"""Builds the extension of the Python package with CMake, and puts beside it what the program finds in share/collnoc: the RTL and
the scripts that verilate it, and the schedules as programs for processors; and, if SystemC is installed, its kernel. See
pyproject.toml."""
import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = Path(__file__).resolve().parent


class Build(build_ext):
    def build_extension(self, ext: Extension) -> None:
        build = Path(os.environ.get("BUILD_DIR", Path(self.build_temp, "cmake"))).resolve()
        parts = [f"-DCOLLNOC_{part}=OFF" for part in ("RTL", "TESTS", "BENCHMARKS", "MPI")]
        if not Path(build, "build.ninja").exists():
            environment = {"CXX": "clang++", "CC": "clang"} | os.environ
            command = ["cmake", "-S", TOP, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCOLLNOC_PYTHON=ON",
                       f"-DPython3_EXECUTABLE={sys.executable}", *parts]
            subprocess.run(command, check=True, env=environment)
        kernel = "collnoc_systemc_kernel"
        targets = ["collnoc_python", "schedule_programs"]
        if f"build {kernel}:" in Path(build, "build.ninja").read_text(encoding="utf-8"):
            targets.append(kernel)
        subprocess.run(["cmake", "--build", build, "--target", *targets], check=True)
        package = Path(self.get_ext_fullpath(ext.name)).parent
        package.mkdir(parents=True, exist_ok=True)
        for module in Path(build, "python/collnoc").glob("_core*.so"):
            self.copy_file(str(module), str(package / module.name))
        if kernel in targets:
            self.copy_file(str(build / f"lib{kernel}.so"), str(package / f"lib{kernel}.so"))
        programs = Path(build, "firmware/apps")
        for program in programs.glob("*/*.elf"):
            place = package / "share/collnoc/programs" / program.relative_to(programs)
            place.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(program), str(place))
        subprocess.run(["cmake", "--install", build, "--component", "share", "--prefix", package], check=True, stdout=subprocess.DEVNULL)


VERSION = re.search(r"project\(collnoc VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text(encoding="utf-8"))
setup(version=VERSION[1], ext_modules=[Extension("collnoc._core", [])], cmdclass={"build_ext": Build})
