"""What `pip install` gives: the whole program, from an archive that was built from an archive."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

import pytest
import trove_classifiers
from packaging.metadata import Metadata

import ludotheque as lt
from tests.pins import applies, lines

ROOT = Path(__file__).parent.parent
NAMED = re.compile(
    r"""(?:src|href)="([^"#$]+)"|(?:from|import\(?|new URL\()\s*'(\.[^']+\.js)'"""
    r"""|url\(["']?([^"')#:]+)["']?\)|'(/web/[^'$]+\.(?:css|js))'"""
)
"""How pages, modules and styles name other files."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FIRST_MOVES = """
import ludotheque as lt
from ludotheque.teaching.guide import guide
from ludotheque.teaching.lesson import lessons
for id in lt.games():
    position = lt.load(id).start()
    after = position.play(position.legal_moves(0 if 0 in position.to_act else 1)[0], position.to_act[0])
    assert guide(id).sections and lessons(id) and after.svg() and after.view(None).text
    print(id, lt.__file__)
assert lt.analyse(lt.load("malawi").start(), 0.1).best and lt.perft(lt.load("malawi").start(), 1) == 74
"""
"""What a program does first with the library."""


def run(*words: object, folder: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=settings(**environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def settings(**environment: str) -> dict[str, str]:
    """An environment that does not know where this copy of the program lies."""
    hidden = {"PYTHONPATH", "LUDOTHEQUE_CACHE", "LUDOTHEQUE_GAMES", "XDG_CACHE_HOME"}
    return {**{name: value for name, value in os.environ.items() if name not in hidden}, **environment}


def tracked() -> list[str]:
    """All files of the project, as a person would hand them over."""
    told = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    return [name for name in told.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the archive of sources, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("package")
    return built(copied(folder / "source"), folder / "made")


def copied(folder: Path) -> Path:
    """Return a copy of the project as a person would hand it over."""
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    return folder


def built(source: Path, folder: Path) -> Path:
    """Build without a warning."""
    told = run(
        *(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source),
        SOURCE_DATE_EPOCH="1790000000",
        PYTHONWARNINGS="error",
    )
    assert "warning" not in told.lower()
    return folder


def test_the_archive_of_sources_is_the_whole_project(made: Path) -> None:
    (archive,) = made.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        held = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in opened.getnames()}
    assert {name for name in tracked() if not name.startswith(".")} | {".dockerignore", "PKG-INFO"} == held


def test_the_wheel_is_the_whole_program(made: Path) -> None:
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert held == {name for name in tracked() if name.startswith("ludotheque/")}
    assert "ludotheque/py.typed" in held


def test_the_same_sources_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    """Whenever and wherever they were checked out, and whatever lies there from tests and builds."""
    source = copied(tmp_path / "elsewhere")
    for number, path in enumerate(source.rglob("*")):
        os.utime(path, (number, number))
        path.chmod(path.stat().st_mode & 0o700)
    for leftover in ("ludotheque/__pycache__/kernel.cpython-311.pyc", "tests/__pycache__/x.pyc", "docs/generated/x.md"):
        (source / leftover).parent.mkdir(exist_ok=True)
        (source / leftover).write_text("", "utf-8")
    again = built(source, tmp_path / "again")
    assert {path.name: path.read_bytes() for path in again.iterdir()} == {
        path.name: path.read_bytes() for path in made.iterdir()
    }


def test_the_metadata_are_what_an_index_accepts(made: Path) -> None:
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        (facts,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        told = Metadata.from_email(opened.read(facts))
    description, classifiers = told.description or "", told.classifiers or ()
    assert str(told.version) == lt.__version__
    assert told.license_expression == "MIT"
    assert set(classifiers) <= trove_classifiers.classifiers
    assert f"Programming Language :: Python :: 3.{sys.version_info.minor}" in classifiers
    assert {each.name for each in told.requires_dist or () if not each.marker} == {"numba", "numpy"}
    assert told.description_content_type == "text/markdown"
    # An index shows the description alone. A link to another file would lead nowhere there.
    assert description.strip() == (ROOT / "docs" / "install.md").read_text("utf-8").strip()
    assert not re.search(r"\]\((?!https://)|^\[[^]]+\]:|<img|<a ", description)
    for extra in told.provides_extra or ():
        assert f"[{extra}]" in description or f"`{extra}`" in description, extra


def test_the_library_alone(made: Path, tmp_path: Path) -> None:
    """Nothing but numba and numpy: games, searches and the command, which says what the server needs."""
    program = install(made, tmp_path / "installed", "library")
    used = Use(program, tmp_path)
    assert used("--version").strip() == lt.__version__
    played = run(program.with_name("python"), "-c", FIRST_MOVES, folder=tmp_path, **used.uncompiled).splitlines()
    assert [line.split()[0] for line in played] == lt.games()
    assert all(str(program.parent.parent) in line for line in played)
    for words in (("serve",), ("admin", "list")):
        refused = used.refused(*words)
        assert refused.count("\n") == 1
        assert 'pip install "ludotheque[server]"' in refused
    assert 'pip install "ludotheque[cluster]"' in used.refused(
        "match", "malawi", "random", "random", "--cluster", "x:1"
    )


def test_equal_sources_are_compiled_once(made: Path, tmp_path: Path) -> None:
    first, second = (Use(install(made, tmp_path / name, "library"), tmp_path) for name in ("first", "second"))
    assert first("perft", "malawi", "2") == "5476\n"
    compiled = {path: path.stat().st_mtime_ns for path in files(tmp_path) if path.suffix in {".nbi", ".nbc"}}
    assert compiled, "compiled rules are kept where one may write"
    assert second("perft", "malawi", "2") == "5476\n"
    assert compiled == {path: path.stat().st_mtime_ns for path in files(tmp_path) if path.suffix in {".nbi", ".nbc"}}
    assert ("once on this machine" in first.said, second.said) == (True, "")


def test_the_server(made: Path, tmp_path: Path) -> None:
    """From elsewhere, by somebody who may write neither beside the program nor at home."""
    program = install(made, tmp_path / "installed", "server")
    before = files(program.parent.parent)
    with serving(program, tmp_path, **Use(program, tmp_path).uncompiled) as address:
        found = crawl(address)
        for path in ("/sw.js", "/api/games", "/api/texts/fr.json", *(f"/api/games/{id}/guide" for id in lt.games())):
            assert fetch(urljoin(address, path))
    web = ROOT / "ludotheque" / "web"
    modules = {path.relative_to(web).as_posix() for path in web.rglob("*") if path.suffix in {".js", ".css"}}
    served = {name.partition("/web/")[2] for name in found} | {"worker/offline.js"}  # which is a part of /sw.js
    assert modules <= served
    assert files(program.parent.parent) == before


def install(made: Path, place: Path, pinned: str) -> Path:
    """Into an environment of its own, with what a file of requirements/ pins and nothing else."""
    (wheel,) = made.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", place)
    python = place / "bin" / "python"
    (library,) = place.glob("lib/python*/site-packages")
    for requirement in lines(f"{pinned}.txt"):
        if applies(requirement, platform.python_version()):
            borrowed = distribution(requirement.name)
            for name in {path.parts[0] for path in borrowed.files or ()} - {"..", "__pycache__"}:
                if not (library / name).exists():
                    (library / name).symlink_to(str(borrowed.locate_file(name)))
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return place / "bin" / "ludotheque"


class Use:
    """The program, used from elsewhere by somebody who may write neither beside it nor at home."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.environment = {
            "HOME": os.devnull,
            "TMPDIR": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
        }
        self.uncompiled = {**self.environment, "NUMBA_DISABLE_JIT": "1"}
        self.said = ""

    def __call__(self, *words: str, status: int = 0) -> str:
        done = subprocess.run(
            [self.program, *words],
            cwd=self.folder,
            env=settings(**self.environment),
            capture_output=True,
            text=True,
            check=False,
        )
        self.said += done.stderr
        assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr
        return done.stdout

    def refused(self, *words: str) -> str:
        """Return the sentence about a command that cannot be carried out."""
        self.said = ""
        self(*words, status=2)
        return self.said


def files(place: Path) -> set[Path]:
    return {path for path in place.rglob("*") if path.is_file()}


@contextmanager
def serving(program: Path, folder: Path, **environment: str) -> Iterator[str]:
    told = settings(**environment, XDG_DATA_HOME=str(folder / "data"))
    words = [str(program), "serve", "--port", "0"]
    with subprocess.Popen(words, cwd=folder, env=told, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            yield found[0]
        finally:
            server.terminate()


def fetch(address: str) -> str:
    try:
        with urllib.request.urlopen(address) as answer:
            return str(answer.read().decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{address}: {error}") from error


def crawl(address: str) -> set[str]:
    """The start page and its screens, and every file that they name, directly or not."""
    screens = {route["screen"] for route in json.loads(fetch(urljoin(address, "/web/routes.json")))}
    files = {urljoin(address, f"/web/screens/{name}/{name}{kind}") for name in screens for kind in (".js", ".css")}
    seen, waiting = {address, *files}, [address, *files]
    for page in waiting:
        if page == address or page.endswith((".js", ".css")):
            for named in NAMED.findall(COMMENT.sub("", fetch(page))):
                target = urljoin(page, "".join(named))
                if target.startswith(address) and target not in seen:
                    seen.add(target)
                    waiting.append(target)
        else:
            fetch(page)
    return seen
