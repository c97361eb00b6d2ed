"""What the container and compose files name exists: paths, commands, settings, services."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ludotheque.cli import parser
from ludotheque.server.configuration import OTHERS, PREFIX, read_settings

ROOT = Path(__file__).parents[2]
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVERS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "ludotheque"}
PORT = "8000"


def test_the_servers_divide_what_one_address_may_do() -> None:
    assert {service["environment"]["LUDOTHEQUE_PROCESSES"] for service in SERVERS.values()} == {str(len(SERVERS))}


def instructions(name: str) -> list[str]:
    """Return what stands after an instruction of the container file, each time."""
    return re.findall(rf"^\s*{name} +(.+)$", CONTAINERFILE, re.MULTILINE)


def check_command(words: list[str]) -> None:
    assert words[0] == "ludotheque"
    options = parser().parse_args(words[1:])
    assert getattr(options, "host", "0.0.0.0") == "0.0.0.0"


def test_images_are_names_without_hosts() -> None:
    images = instructions("FROM") + [service["image"] for service in COMPOSE["services"].values()]
    assert [image for image in images if not re.fullmatch(r"[a-z]+(?::[\w.-]+)?", image)] == []


def test_what_the_image_copies_exists() -> None:
    copied = [word for line in instructions("COPY") for word in line.split()[:-1]]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    passed = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert {name.partition("/")[0] for name in copied} == passed


def test_what_the_image_runs() -> None:
    check_command(json.loads(instructions("CMD")[-1]))
    for line in instructions("RUN"):
        if line.startswith("ludotheque"):
            check_command(line.split())
    pins = re.findall(r"--requirement (\S+)", CONTAINERFILE)
    assert pins
    assert all((ROOT / name).is_file() for name in pins)
    assert instructions("EXPOSE") == [PORT]
    assert f"127.0.0.1:{PORT}/readyz" in CONTAINERFILE


def test_settings_of_the_image() -> None:
    variables = dict(re.findall(rf"({PREFIX}[A-Z_]+)=(\S+)", CONTAINERFILE))
    assert {name.removeprefix(PREFIX).lower() for name in variables} >= {"cache", "database"}
    read_settings(None, variables)


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_of_the_compose_file(name: str) -> None:
    service = SERVERS[name]
    check_command(service["command"])
    assert (ROOT / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert "ports" not in service, "only the proxy may reach a server"
    environment = {key: re.sub(r"\$\{[^}]*\}", "secret", value) for key, value in service["environment"].items()}
    assert all(key.startswith(PREFIX) for key in environment)
    settings = read_settings(None, environment)
    assert settings.secure_cookie
    assert settings.proxies
    assert settings.database == "postgresql://ludotheque:secret@database/ludotheque"
    assert not OTHERS & {key.removeprefix(PREFIX).lower() for key in environment}


def test_services_wait_for_services_that_exist() -> None:
    services = COMPOSE["services"]
    assert len(SERVERS) == 2
    for service in services.values():
        for name, when in service.get("depends_on", {}).items():
            healthy = "healthcheck" in services[name] or (name in SERVERS and instructions("HEALTHCHECK"))
            assert when == {"condition": "service_healthy"}
            assert healthy


def test_volumes_of_the_compose_file() -> None:
    named = set(COMPOSE["volumes"])
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in named or (ROOT / source).exists(), source


def test_the_proxy_knows_the_servers_and_its_files() -> None:
    assert set(re.findall(r"^\s*server (\S+):(\d+);", NGINX, re.MULTILINE)) == {(name, PORT) for name in SERVERS}
    mounts = [volume.split(":")[1] for volume in COMPOSE["services"]["proxy"]["volumes"]]
    for file in re.findall(r"ssl_certificate(?:_key)? (\S+);", NGINX):
        assert str(Path(file).parent) in mounts
    published = {port.split(":")[1] for port in COMPOSE["services"]["proxy"]["ports"]}
    assert set(re.findall(r"listen (\d+)", NGINX)) == published
