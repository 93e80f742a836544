"""A copy of the tree in which faults are built: for common_test and planes_test."""
import os
import pathlib
import shutil
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]


def copy_tree(tree):
    """The sources as they are now, committed or not; files that did not change keep their time."""
    listed = subprocess.run(["git", "-C", TOP, "ls-files", "-co", "--exclude-standard", "-z"],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name and (TOP / name).exists()]
    else:
        names = [str(path.relative_to(TOP)) for path in TOP.rglob("*")
                 if path.is_file() and path.relative_to(TOP).parts[0] not in (".git", "build")]
    for path in sorted(tree.rglob("*")) if tree.exists() else []:
        if path.is_file() and str(path.relative_to(tree)) not in names:
            path.unlink()
    for name in names:
        source, target = TOP / name, tree / name
        if source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.symlink_to(os.readlink(source))
        elif not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def file_with(tree, text, folders):
    """The one C++ or SystemVerilog file below these folders of a tree that contains a text, once."""
    files = [path for folder in folders for path in sorted((tree / folder).rglob("*"))] + \
            [tree / folder for folder in folders if (tree / folder).is_file()]
    found = [path for path in files if path.suffix in (".sv", ".hpp", ".cpp")
             and text in path.read_text(encoding="utf-8")]
    if len(found) != 1 or found[0].read_text(encoding="utf-8").count(text) != 1:
        raise ValueError(f"'{text}' stands in {len(found)} files below {', '.join(folders)}, not once in one")
    return found[0]


class FaultyCopy:
    """Builds and runs tests in the copy."""

    def __init__(self, work, build, options=()):
        work.mkdir(parents=True, exist_ok=True)
        self.tree, self.build = work / "tree", work / "build"
        self.jobs = os.environ.get("JOBS", str(os.cpu_count()))
        self.log = open(work / "log", "w", encoding="utf-8")  # pylint: disable=consider-using-with
        self.environment = dict(os.environ, CCACHE_BASEDIR=str(self.tree), BUILD_DIR=str(self.build))
        self.environment.pop("COLLNOC_CACHE", None)
        copy_tree(self.tree)
        options = ["-DCOLLNOC_SYSTEMC=OFF", "-DCOLLNOC_BENCHMARKS=OFF", *options]
        cache = build / "CMakeCache.txt"
        if cache.exists():  # the compilers of the usual build
            options += [f"-D{line.strip()}" for line in cache.read_text(encoding="utf-8").splitlines()
                        if line.startswith(("CMAKE_C_COMPILER:", "CMAKE_CXX_COMPILER:"))]
        self.options = ["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", *options]

    def configure(self):
        self.call(self.options, check=True)

    def call(self, command, check=False, timeout=None, **environment):
        """The exit code; 124 after `timeout` seconds."""
        self.log.write(f"== {' '.join(str(word) for word in command)}\n")
        self.log.flush()
        try:
            done = subprocess.run(command, cwd=self.tree, env={**self.environment, **environment}, stdout=self.log,
                                  stderr=self.log, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return 124
        if check and done.returncode != 0:
            raise ValueError(f"'{command[0]}' fails, see {self.log.name}")
        return done.returncode

    def make(self, target):
        """Builds a test; the program."""
        self.call(["ninja", "-C", self.build, "-j", self.jobs, target], check=True)
        return next(path for path in (self.build / "tests").rglob(target) if path.is_file())
