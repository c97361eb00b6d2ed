"""`ludotheque admin`: a host looks after the database, even while a server runs.

The code of the server is loaded only when one of these commands runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.cli.extras import needs_server
from ludotheque.cli.parser import Options, Parser, add_command
from ludotheque.errors import LudothequeError
from ludotheque.library import load
from ludotheque.rulebook import value_text
from ludotheque.texts import Text, say

if TYPE_CHECKING:
    from ludotheque.server.settings import Settings
    from ludotheque.server.tables.store import Store

PHASES = ("open", "playing", "over")


def add_commands(commands: Any) -> None:
    about = str(say("cli.admin"))
    admin: Parser = commands.add_parser("admin", help=about, description=about)
    group = admin.add_commands()
    listing = _add(group, "list", list_tables)
    listing.add_argument("--phase", choices=PHASES, help=str(say("cli.admin_list_phase")))
    listing.add_argument("--game", metavar="GAME", help=str(say("cli.admin_list_game")))
    listing.add_argument("--older-than", type=int, metavar="DAYS", help=str(say("cli.admin_list_older")))
    for name, run in (("show", show_table), ("close", close_table), ("remove", remove_table)):
        _add(group, name, run).add_argument("table", metavar="TABLE", help=str(say("cli.admin_table")))
    for name, run in (("block", block_address), ("unblock", unblock_address)):
        _add(group, name, run).add_argument("address", metavar="ADDRESS", help=str(say("cli.admin_address")))
    _add(group, "blocked", list_blocked)
    prune = _add(group, "prune", prune_tables)
    prune.add_argument("--finished", type=int, metavar="DAYS", help=str(say("cli.admin_prune_finished")))
    prune.add_argument("--unplayed", type=int, metavar="DAYS", help=str(say("cli.admin_prune_unplayed")))
    prune.add_argument("--dry-run", action="store_true", help=str(say("cli.admin_prune_dry")))
    _add(group, "check", check_tables)
    for name, run in (("backup", write_backup), ("restore", restore_backup)):
        command = _add(group, name, run)
        command.add_argument("file", type=Path, metavar="FILE", help=str(say(f"cli.admin_{name}_file")))
        command.add_argument("--replace", action="store_true", help=str(say(f"cli.admin_{name}_replace")))


def _add(group: Any, name: str, run: Callable[[Options], int]) -> Parser:
    command = add_command(group, name, needs_server(run), f"cli.admin_{name}")
    command.add_argument("--json", action="store_true", help=str(say("cli.json")))
    return command


def _settings() -> Settings:
    from ludotheque.server.configuration import read_settings

    return read_settings(None, os.environ)


@contextmanager
def _opened() -> Iterator[tuple[Store, int]]:
    """Yield the database of the server, and the time now."""
    from ludotheque.server.admin.database import opened
    from ludotheque.server.tables.store import milliseconds

    now = milliseconds()
    with opened(_settings().database, now) as store:
        yield store, now


def _print(options: Options, data: Any, *lines: object) -> None:
    """Print data for a program, or sentences for a person."""
    if options.json:
        print(json.dumps(data, ensure_ascii=False))
    else:
        print("\n".join(map(str, lines)))


def _text(key: str, **values: Any) -> Text:
    from ludotheque.server.errors import texts

    return texts.say(f"admin.{key}", **values)


def _days(days: int | None) -> int | None:
    if days is not None and days < 1:
        raise LudothequeError(_text("days", days=days))
    return days


# Tables.


def list_tables(options: Options) -> int:
    from ludotheque.server.admin.tables import listed

    with _opened() as (store, now):
        found = listed(store, now, phase=options.phase, game=options.game, older_than=_days(options.older_than))
    if options.game and not found:
        load(options.game)  # says when there is no such game; one that is gone may still have tables
    rows = [
        _text("row", id=f["id"], phase=_phase(f["phase"]), updated=f["updated"], game=f["game"] or _text("unknown"))
        for f in found
    ]
    _print(options, found, *rows, _text("total", count=len(found)))
    return 0


def _phase(phase: str) -> Text:
    return _text("phase_over" if phase == "over" else phase)


def show_table(options: Options) -> int:
    from ludotheque.server.admin.tables import shown

    with _opened() as (store, _):
        facts = shown(store, options.table)
    _print(options, facts, *_facts(facts))
    return 0


def _facts(facts: dict[str, Any]) -> list[str]:
    """Return lines about one table."""
    chosen = {
        "game": " ".join([facts["game"], *(f"{name}={value_text(value)}" for name, value in facts["options"].items())]),
        "phase": _text("cancelled") if facts["cancelled"] else _phase(facts["phase"]),
        "access": _text("public" if facts["public"] else "invited"),
        "seats": "; ".join(str(_seat(seat)) for seat in facts["seats"]),
        "moves": facts["moves"],
        "updated": facts["updated"],
    }
    if facts["returns"] is not None:
        reason = say(f"reasons.{facts['reason']}") if facts["reason"] in OUTSIDE else facts["reason"]
        chosen["result"] = "{} ({})".format(" ".join(f"{x:+.0f}" for x in facts["returns"]), reason)
    if facts["next"]:
        chosen["next"] = facts["next"]
    return [facts["id"], *(f"  {_text('fact', name=_text(name), value=value)}" for name, value in chosen.items())]


OUTSIDE = ("resigned", "time", "agreed", "abandoned")
"""The reasons for an end that no game decides."""


def _seat(seat: dict[str, Any]) -> Text:
    if seat["kind"] == "computer":
        return _text("computer", level=seat["level"])
    if seat["kind"] == "open":
        return _text("free")
    return _text("human", name=seat["name"]) if seat["name"] else _text("nameless")


def close_table(options: Options) -> int:
    from ludotheque.server.admin.tables import close

    with _opened() as (store, now):
        facts = close(store, options.table, now)
    _print(options, facts, _text("closed", id=options.table), *_facts(facts)[1:])
    return 0


def remove_table(options: Options) -> int:
    from ludotheque.server.admin.tables import remove

    with _opened() as (store, _):
        remove(store, options.table)
    _print(options, {"removed": [options.table]}, _text("removed", id=options.table))
    return 0


def prune_tables(options: Options) -> int:
    """Remove old tables, or only say which."""
    from ludotheque.server.admin.tables import prune_all
    from ludotheque.server.tables.retention import Retention

    usual = Retention.of(_settings())
    chosen = Retention(_days(options.finished) or usual.finished, _days(options.unplayed) or usual.unplayed)
    with _opened() as (store, now):
        found = prune_all(store, chosen, now, dry_run=options.dry_run)
    if not (chosen.finished or chosen.unplayed):
        _print(options, {"removed": []}, _text("forever"))
    elif options.dry_run:
        _print(options, {"expired": found}, *found, _text("would_prune", count=len(found)))
    else:
        _print(options, {"removed": found}, _text("pruned", count=len(found)))
    return 0


def check_tables(options: Options) -> int:
    """Check every table, and return 1 when something is wrong."""
    from ludotheque.server.admin.check import problems, table_ids

    with _opened() as (store, _):
        ids = table_ids(store)
        found = [problem for id in ids for problem in problems(store, id)]
    names = {"phase": "phase_fault"}
    lines = [_text("problem", id=one.table, what=_text(names.get(one.fault, one.fault), why=one.why)) for one in found]
    total = _text("faulty", count=len(ids), bad=len(found)) if found else _text("sound", count=len(ids))
    data = [{"table": one.table, "fault": one.fault, "why": one.why} for one in found]
    _print(options, {"tables": len(ids), "problems": data}, *lines, total)
    return 1 if found else 0


# Addresses.


def block_address(options: Options) -> int:
    from ludotheque.server.tables.blocked import block, parse_network

    network = parse_network(options.address)
    with _opened() as (store, now):
        new = block(store.engine, network, now)
    _print(options, {"blocked": str(network), "new": new}, _text("blocked" if new else "already", network=network))
    return 0


def unblock_address(options: Options) -> int:
    from ludotheque.server.tables.blocked import parse_network, unblock

    network = parse_network(options.address)
    with _opened() as (store, _):
        if not unblock(store.engine, network):
            raise LudothequeError(_text("not_blocked", network=network))
    _print(options, {"unblocked": str(network)}, _text("unblocked", network=network))
    return 0


def list_blocked(options: Options) -> int:
    from ludotheque.server.admin.tables import moment
    from ludotheque.server.tables.blocked import blocked_networks

    with _opened() as (store, _):
        found = {str(network): moment(since) for network, since in blocked_networks(store.engine).items()}
    lines = [_text("since", network=network, since=since) for network, since in found.items()]
    _print(options, found, *(lines or [_text("none_blocked")]))
    return 0


# Backups.


def write_backup(options: Options) -> int:
    from ludotheque.server.admin.backup import backup

    with _opened() as (store, now):
        counts = backup(store.engine, options.file, now, replace=options.replace)
    _print(options, {"file": str(options.file), "rows": counts}, _saved("saved", options, counts))
    return 0


def restore_backup(options: Options) -> int:
    from ludotheque.server.admin.database import connected
    from ludotheque.server.admin.restore import restore
    from ludotheque.server.tables.store import milliseconds

    with connected(_settings().database) as store:
        counts = restore(store.engine, options.file, milliseconds(), replace=options.replace)
    _print(options, {"file": str(options.file), "rows": counts}, _saved("restored", options, counts))
    return 0


def _saved(key: str, options: Options, counts: dict[str, int]) -> Text:
    return _text(key, file=options.file, tables=counts.get("tables", 0), events=counts.get("events", 0))
