"""The page of one's own account: another password, and tokens for programs."""

import aiohttp

from tests.e2e.browser import chromium, expect, person


async def me(url: str, token: str) -> int:
    """What the API answers to a program with this token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession() as http, http.get(f"{url}/api/v1/me", headers=headers) as answer:
        return answer.status


async def test_the_password_is_changed_and_a_token_made_used_and_ended(platform: str) -> None:
    """A wrong old password changes nothing; the token is shown once, and good until it is ended."""
    page = f"{platform}/sign-in"
    async with chromium() as browser, person(browser, page) as nora, person(browser, page) as other:
        await nora.get_by_role("radio", name="Register").check()
        await nora.get_by_test_id("name").fill("Nora")
        await nora.get_by_test_id("password").fill("first password")
        await nora.get_by_test_id("submit").click()
        await nora.wait_for_url(f"{platform}/")
        await nora.goto(page)

        await nora.get_by_test_id("old-password").fill("not that one")
        await nora.get_by_test_id("new-password").fill("second password")
        await nora.get_by_test_id("change-password").click()
        await expect(nora.get_by_test_id("problem")).to_contain_text("old password is wrong")
        await nora.get_by_test_id("old-password").fill("first password")
        await nora.get_by_test_id("change-password").click()
        await expect(nora.get_by_test_id("password-changed")).to_be_visible()
        await other.get_by_test_id("name").fill("Nora")
        await other.get_by_test_id("password").fill("second password")
        await other.get_by_test_id("submit").click()
        await expect(other.get_by_test_id("account")).to_contain_text("Nora")

        await nora.get_by_test_id("token-new").click()
        await nora.get_by_test_id("token-label").fill("My bot")
        await nora.get_by_test_id("token-life").select_option("7")
        await nora.get_by_test_id("token-make").click()
        secret = await nora.get_by_test_id("token-secret").inner_text()
        row = nora.get_by_test_id("token")
        await expect(row).to_contain_text("See and Play")
        assert await me(platform, secret) == 200
        await nora.reload()
        await expect(row).to_contain_text("My bot")
        await expect(nora.get_by_test_id("token-secret")).to_have_count(0)
        await nora.get_by_test_id("token-end").click()
        await nora.get_by_test_id("token-end-confirm").click()
        await expect(row).to_have_count(0)
        assert await me(platform, secret) == 401
