"""The first visit: small, from one site only, and within the content security policy."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import script

LIMIT = 200_000
BREACHES = (
    "window.breaches = []; addEventListener('securitypolicyviolation', (e) => breaches.push(e.violatedDirective));"
)


def test_little_is_loaded_and_nothing_from_other_sites(welcome: Welcome) -> None:
    """Requests to other sites are faults of every visitor. Here the sizes are added up."""
    anna = welcome()
    line = anna.context.new_cdp_session(anna.page)
    line.send("Network.enable")
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    anna.page.add_init_script(BREACHES)
    anna.go("/")
    anna.page.wait_for_load_state("networkidle")
    print("first visit:", sum(sizes))
    assert 10_000 < sum(sizes) < LIMIT
    anna.set_up("malawi", "table")
    anna.play_move(script("malawi").steps[0], "malawi")
    anna.sees_moves(1)
    print("with the first table:", sum(sizes))
    assert sum(sizes) < LIMIT, "with the first table"
    assert anna.page.evaluate("breaches") == []


def test_the_policy_is_in_force(welcome: Welcome) -> None:
    anna = welcome()
    anna.forgiven = "Content Security Policy|Content-Security-Policy"
    anna.page.add_init_script(BREACHES)
    anna.go("/")
    anna.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'x = 1' }))"
    )
    expect(anna.page.locator("body > script")).to_have_count(1)
    assert anna.page.evaluate("breaches") == ["script-src-elem"]
