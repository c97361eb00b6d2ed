"""What `pip install` gives: the whole program, from an archive that was built from an archive."""

from __future__ import annotations

import email
import json
import os
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
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

import ludotheque as lt

ROOT = Path(__file__).parent.parent
NAMED = re.compile(
    r"""(?:src|href)="([^"#$]+)"|(?:from|import\(?)\s*'(\.[^']+\.js)'|url\(["']?([^"')#:]+)["']?\)|'(/web/[^'$]+\.css)'"""
)
"""How pages, modules and styles name other files."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FIRST_DECISIONS = """
import ludotheque as lt
from ludotheque.teaching.guide import guide
from ludotheque.teaching.lesson import lessons
for id in lt.games():
    position = lt.load(id).start()
    after = position.play(position.legal_moves(0 if 0 in position.to_act else 1)[0], position.to_act[0])
    assert guide(id).sections and lessons(id) and after.svg() and after.view(None).text
    print(id, lt.__file__)
"""


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


def test_the_wheel_is_the_whole_program(tmp_path: Path) -> None:
    source, made = tmp_path / "source", tmp_path / "made"
    for name in tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    # The archive of sources comes first, and the wheel is built from it.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", made, source)
    (archive,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    check_archive(archive)
    check_wheel(wheel)
    program = install(wheel, tmp_path / "installed")
    check_program(program, tmp_path)


def check_archive(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        held = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in opened.getnames()}
    assert {name for name in tracked() if not name.startswith(".")} <= held


def check_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
        (facts,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        told = email.message_from_bytes(opened.read(facts))
    assert held == {name for name in tracked() if name.startswith("ludotheque/")}
    assert "ludotheque/py.typed" in held
    assert {"cluster", "dev", "docs", "gym", "open-spiel", "postgresql"} <= set(told.get_all("Provides-Extra", []))
    assert f"Programming Language :: Python :: 3.{sys.version_info.minor}" in told.get_all("Classifier", [])


def install(wheel: Path, place: Path) -> Path:
    """Into an environment of its own, which borrows only what the program needs from ours."""
    run(sys.executable, "-m", "venv", "--without-pip", place)
    python = place / "bin" / "python"
    (library,) = place.glob("lib/python*/site-packages")
    ours = Path(sys.executable).parent.parent / library.relative_to(place)
    (library / "borrowed.pth").write_text(f"{ours}\n", "utf-8")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return place / "bin" / "ludotheque"


def check_program(program: Path, folder: Path) -> None:
    """From elsewhere, by somebody who may write neither beside the program nor at home."""
    place = program.parent.parent
    before = files(place)
    elsewhere = {"HOME": os.devnull, "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}
    assert run(program, "--version", folder=folder, **elsewhere).strip() == lt.__version__
    plain = {**elsewhere, "NUMBA_DISABLE_JIT": "1"}
    played = run(program.with_name("python"), "-c", FIRST_DECISIONS, folder=folder, **plain).splitlines()
    assert [line.split()[0] for line in played] == lt.games()
    assert all(str(place) in line for line in played)
    assert run(program, "perft", "malawi", "2", folder=folder, **elsewhere) == "5476\n"
    assert list(folder.glob("ludotheque-*/*/**/*.nbi")), "compiled rules are kept where one may write"
    with serving(program, folder, **plain) as address:
        found = crawl(address)
        for path in ("/api/games", "/api/texts/fr.json", *(f"/api/games/{id}/guide" for id in lt.games())):
            assert fetch(urljoin(address, path))
    web = ROOT / "ludotheque" / "web"
    modules = {path.relative_to(web).as_posix() for path in web.rglob("*") if path.suffix in {".js", ".css"}}
    assert modules <= {name.partition("/web/")[2] for name in found}
    assert files(place) == before


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
            return str(answer.read().decode("utf-8"))
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
