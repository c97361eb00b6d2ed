"""Settings from a file, the environment and the command line."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.cli import parser
from ludotheque.cli.serve import short_forms
from ludotheque.server.configuration import OTHERS, SettingsError, checked, kind_of, read_settings
from ludotheque.server.settings import Settings

ROOT = Path(__file__).parents[2]
NAMES = [field.name for field in fields(Settings)]


def written(folder: Path, text: str) -> str:
    file = folder / "server.toml"
    file.write_text(text, "utf-8")
    return str(file)


def test_the_command_line_goes_before_the_environment_before_the_file_before_the_default(tmp_path: Path) -> None:
    file = written(tmp_path, "message_burst = 1\nrequest_burst = 1\nanalysis_burst = 1")
    environment = {"LUDOTHEQUE_REQUEST_BURST": "2", "LUDOTHEQUE_ANALYSIS_BURST": "2", "OTHER": "x"}
    found = read_settings(file, environment, ["analysis_burst=3"])
    assert (found.message_burst, found.request_burst, found.analysis_burst) == (1, 2, 3)
    assert found.tables_per_guest == Settings("").tables_per_guest


def test_an_empty_variable_counts_as_missing(tmp_path: Path) -> None:
    found = read_settings(written(tmp_path, "database = 'sqlite:///a'"), {"LUDOTHEQUE_DATABASE": ""})
    assert found.database == "sqlite:///a"


def test_arguments_of_their_own() -> None:
    options = parser().parse_args(["serve", "--secure", "--proxies", "10.0.0.1", "--set", "secure_cookie=false"])
    found = read_settings(None, {}, [*options.set, *short_forms(options)])
    assert found.secure_cookie
    assert found.proxies == "10.0.0.1"
    assert not short_forms(parser().parse_args(["serve"]))


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_can_be_chosen_everywhere(name: str, tmp_path: Path) -> None:
    """The default of a setting, written as text, is read as the same value."""
    default = next(field.default for field in fields(Settings) if field.name == name)
    value = {None: 0.5, MISSING: "sqlite:///b", "": "x"}.get(default, default)
    if name == "root_path":
        value = "/x"
    if name == "program":
        (tmp_path / "files.json").write_text(json.dumps({"version": ludotheque.__version__}))
        value = str(tmp_path)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    quoted = f'"{text}"' if isinstance(value, str) else text
    assert getattr(read_settings(written(tmp_path, f"{name} = {quoted}"), {}), name) == value
    assert getattr(read_settings(None, {f"LUDOTHEQUE_{name.upper()}": text}), name) == value
    assert getattr(read_settings(None, {}, [f"{name}={text}"]), name) == value
    assert kind_of(name).fr != kind_of(name).en


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("request_burst", "many"),
        ("request_burst", "1.5"),
        ("request_burst", "0"),
        ("request_burst", "-1"),
        ("request_burst", "1" + "0" * 30),
        ("requests_per_second", "nan"),
        ("requests_per_second", "inf"),
        ("computer_pause", "-1"),
        ("secure_cookie", "maybe"),
    ],
)
def test_a_wrong_value(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings(None, {f"LUDOTHEQUE_{name.upper()}": value})
    for sentence in (refused.value.sentence.fr, refused.value.sentence.en):
        assert name in sentence
        assert f"LUDOTHEQUE_{name.upper()}" in sentence
    assert refused.value.sentence.fr != refused.value.sentence.en


def test_zero_where_it_has_a_meaning() -> None:
    assert checked("computer_pause", "0", "") == 0


@pytest.mark.parametrize("line", ['request_burst = "5"', "secure_cookie = 1", "database = 5", "request_burst = 1.5"])
def test_a_file_has_the_types_of_the_settings(line: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=re.escape("server.toml")):
        read_settings(written(tmp_path, line), {})


def test_whole_numbers_for_seconds(tmp_path: Path) -> None:
    assert read_settings(written(tmp_path, "analysis_seconds = 3"), {}).analysis_seconds == 3


def test_a_wrong_value_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings(written(tmp_path, 'database = ["postgresql://me:hunter2@here"]'), {})
    assert "hunter2" not in refused.value.sentence.en


def test_a_wrong_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"request_bursts .*server.toml.*request_burst\?"):
        read_settings(written(tmp_path, "request_bursts = 5"), {})
    with pytest.raises(SettingsError, match=r"sqlite_colour \(LUDOTHEQUE_SQLITE_COLOUR\)"):
        read_settings(None, {"LUDOTHEQUE_SQLITE_COLOUR": "5"})
    with pytest.raises(SettingsError, match="--set"):
        read_settings(None, {}, ["request_burst"])
    with pytest.raises(SettingsError, match="--set"):
        read_settings(None, {}, ["burst=5"])


def test_variables_that_are_no_settings() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "ludotheque").rglob("*.py"))
    names = {name.lower() for name in re.findall(r"\bLUDOTHEQUE_([A-Z_]*[A-Z])\b", sources)}
    assert names - set(NAMES) == OTHERS
    read_settings(None, {f"LUDOTHEQUE_{name.upper()}": "x" for name in OTHERS})


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"missing\.toml"):
        read_settings(str(tmp_path / "missing.toml"), {})
    with pytest.raises(SettingsError, match="line 1"):
        read_settings(written(tmp_path, "request_burst 5"), {})
    (tmp_path / "server.toml").write_bytes(b'\xff = "\xfe"')
    with pytest.raises(SettingsError, match=r"server\.toml"):
        read_settings(str(tmp_path / "server.toml"), {})


@pytest.mark.parametrize("page", ["docs/hosting.md", "docs/fr/heberger.md"])
def test_every_setting_is_documented_with_its_default(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    documented = dict(re.findall(r"^\| `([a-z_]+)` \| (?:`([^`]*)`)? ?\| \S", text, re.MULTILINE))
    assert documented == {field.name: _default_text(field.default) for field in fields(Settings)}


def _default_text(default: Any) -> str:
    """Return a default as a settings file would write it; empty for none and for an empty text."""
    if default is MISSING or default is None:
        return ""
    return str(default).lower() if isinstance(default, bool) else str(default)


def test_the_program_for_browsers_must_be_of_this_version(tmp_path: Path) -> None:
    told = tmp_path / "files.json"
    for text in (None, "", "[]", '{"version": "0.1"}'):
        if text is not None:
            told.write_text(text)
        with pytest.raises(SettingsError, match="the folder program of a site"):
            read_settings(None, {}, [f"program={tmp_path}"])
    told.write_text(json.dumps({"version": ludotheque.__version__}))
    assert read_settings(None, {}, [f"program={tmp_path}"]).program == str(tmp_path)
    assert read_settings(None, {"LUDOTHEQUE_PROGRAM": ""}).program == ""
