"""`ludotheque build`: what it writes, what it takes from before, and what it says when something is missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.errors import LudothequeError
from ludotheque.kernel_cache import fingerprint
from ludotheque.kernel_target import PTX, WASM
from ludotheque.library import definition
from ludotheque.targets import build as building
from ludotheque.targets import wasm
from ludotheque.targets.build import build, built_for_gpu, kernel_modules
from ludotheque.targets.manifest import NAME, Manifest

MOST_BYTES = 1_000_000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernels")
    build(WASM, folder)
    return folder


def test_the_manifest_tells_all(built: Path) -> None:
    manifest = Manifest.read(built)
    assert manifest.target == WASM
    assert set(manifest.versions) == {"ludotheque", "llvmlite", "numba", "wasm-ld"}
    assert set(manifest.modules) == set(kernel_modules())
    for name, module in manifest.modules.items():
        assert module.fingerprint == fingerprint(name, kernel_modules()[name])
        if module.functions:
            code = (built / module.file).read_bytes()
            assert code.startswith(b"\0asm")
            assert len(code) == module.size
            for function in module.functions.values():
                assert function.symbol.encode() in code
    assert {path.name for path in built.iterdir()} == {
        NAME,
        *(one.file for one in manifest.modules.values() if one.file),
    }
    assert sum(module.size for module in manifest.modules.values()) < MOST_BYTES


def test_every_game_has_its_rules(built: Path) -> None:
    modules = Manifest.read(built).modules
    for id in lt.games():
        rules = modules[f"{definition(id).package}.rules"]
        assert {"moves", "pick", "play", "letter"} <= set(rules.functions)
        assert rules.functions["moves"].arguments == ["words", "word", "words"]
        assert rules.functions["moves"].result == "count"
        assert modules[f"{definition(id).package}.evaluate"].constants["SCALE"]
    search = modules["ludotheque.engine.alphabeta.kernels"].functions["search"]
    assert search.arguments[4] == ["rows", "rows", "rows"]
    assert search.arguments[-1] == "function"


def test_nothing_is_built_twice(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_compile", lambda *_: pytest.fail("it is there already"))
    build(WASM, tmp_path)
    assert (tmp_path / NAME).read_text("utf-8") == (built / NAME).read_text("utf-8")


def test_what_no_longer_belongs_there_goes(built: Path, tmp_path: Path) -> None:
    (tmp_path / "old.wasm").write_bytes(b"")
    (tmp_path / "mine.txt").write_text("mine")
    build(WASM, tmp_path)
    assert not (tmp_path / "old.wasm").exists()
    assert (tmp_path / "mine.txt").exists()


def test_the_command(built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--target", WASM, "--output", str(tmp_path / "new" / "folder")]) == 0
    assert "29 modules" in capsys.readouterr().out
    assert json.loads((tmp_path / "new" / "folder" / NAME).read_text("utf-8"))["target"] == WASM


def test_the_code_of_one_game_for_a_gpu(tmp_path: Path) -> None:
    """As it is in a folder with all games."""
    folder = build(PTX, tmp_path)
    for id in lt.games():
        package = definition(id).package
        module, file = built_for_gpu(package)
        told = folder.modules[f"{package}.rules"]
        assert file.read_bytes() == (tmp_path / told.file).read_bytes()
        assert (module.functions, module.fingerprint, module.size) == (told.functions, told.fingerprint, told.size)


def test_a_missing_linker_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(LudothequeError, match="lld"):
        wasm.linker()


def test_a_failing_compiler_is_reported(tmp_path: Path) -> None:
    with pytest.raises(LudothequeError, match="lines above"):
        building._compile(PTX, {"ludotheque.no_such_module": Path(lt.__file__)})
