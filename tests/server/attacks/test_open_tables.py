"""One address that fills the list of games which anyone may join."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from ludotheque.server.settings import Settings
from tests.server.conftest import Serve
from tests.server.people import Person
from tests.server.serving import Serving

LIMIT = Settings("").open_tables_per_address
WISH = {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}], "public": True}


def strangers(serving: Serving, count: int) -> list[Person]:
    """Browsers of one address, each with a cookie of its own."""
    return [serving.person(f"Mallory {number}") for number in range(count)]


def listed(person: Person) -> list[str]:
    return [table["id"] for table in person.fetch("/api/open")["tables"]]


def test_one_address_does_not_fill_the_list(serving: Serving) -> None:
    answers = [person.post("/api/tables", WISH) for person in strangers(serving, LIMIT + 5)]
    assert [answer.status_code for answer in answers] == [201] * LIMIT + [429] * 5
    assert answers[-1].json()["code"] == "many_open"
    assert set(answers[-1].json()["message"]) >= {"fr", "en"}
    assert len(listed(serving.person())) == LIMIT


def test_not_even_with_many_requests_at_once(serving: Serving) -> None:
    people = strangers(serving, 3 * LIMIT)
    with ThreadPoolExecutor(len(people)) as pool:
        answers = list(pool.map(lambda person: person.post("/api/tables", WISH).status_code, people))
    assert answers.count(201) == LIMIT
    assert len(listed(serving.person())) == LIMIT


def test_a_table_that_is_taken_or_left_makes_room(serving: Serving) -> None:
    mallory, ben = serving.person("Mallory"), serving.person("Ben")
    tables = [mallory.set_up(public=True) for _ in range(LIMIT)]
    assert mallory.post("/api/tables", WISH).status_code == 429
    ben.join(tables[0], None)
    mallory.done(f"/api/tables/{tables[1]}/leave")
    answers = [mallory.post("/api/tables", WISH).status_code for _ in range(3)]
    assert answers == [201, 201, 429]


def test_tables_that_are_in_no_list_do_not_count(serving: Serving) -> None:
    person = serving.person()
    for _ in range(LIMIT + 1):
        person.set_up()  # by invitation
        person.set_up("malawi", "me", 1, public=True)  # no free seat
    assert person.post("/api/tables", WISH).status_code == 201


def test_processes_divide_the_bound(serve: Serve) -> None:
    serving = serve(processes=5)
    answers = [person.post("/api/tables", WISH).status_code for person in strangers(serving, 4)]
    assert answers == [201, 201, 429, 429]


def test_rematches_count_as_new_tables(serve: Serve) -> None:
    """Else a player who resigns again and again would create any number of tables."""
    mallory = serve(tables_per_address=3).person("Mallory")
    table = mallory.set_up("malawi", "me", "me")
    for _ in range(2):
        page = mallory.live(table)
        page.ask("resign", seat=0)
        page.ask("offer", seat=0, what="rematch")
        table = page.until(lambda state: state["next"] is not None)["next"]
    page = mallory.live(table)
    page.ask("resign", seat=0)
    assert page.code("offer", seat=0, what="rematch") == "many_new"
