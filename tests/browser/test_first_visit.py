"""The first visit: small, from one place only, and within the policy."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import script

LIMIT = 200_000
BREACHES = (
    "window.breaches = []; addEventListener('securitypolicyviolation', (e) => breaches.push(e.violatedDirective));"
)


def test_little_is_loaded_and_nothing_from_elsewhere(welcome: Welcome) -> None:
    """Requests that go elsewhere are faults of every visitor; here their sizes are added up."""
    anna = welcome()
    line = anna.context.new_cdp_session(anna.page)
    line.send("Network.enable")
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    anna.page.add_init_script(BREACHES)
    anna.go("/")
    anna.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) < LIMIT
    anna.set_up("malawi", "table")
    anna.decide(script("malawi").steps[0], "malawi")
    anna.sees_moves(1)
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
