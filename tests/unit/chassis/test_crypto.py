"""Secrets at rest, links and tokens."""

from datetime import UTC, datetime, timedelta

import pytest

from chassis.crypto import LinkSigner, LinkVerifier, SecretKey, Vault, hash_token, new_token, same
from chassis.problems import Problem
from chassis.settings import SettingsError

KEY = SecretKey("ab" * 32)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_what_is_sealed_opens_only_for_whom_and_what_it_is() -> None:
    vault = Vault(KEY, "lichess")
    sealed = vault.encrypt(b"token", "a1")
    assert b"token" not in sealed
    assert vault.decrypt(sealed, "a1") == b"token"
    assert vault.encrypt(b"token", "a1") != sealed
    for other, owner, data in (
        (vault, "a2", sealed),
        (Vault(KEY, "mail"), "a1", sealed),
        (Vault(SecretKey("cd" * 32), "lichess"), "a1", sealed),
        (vault, "a1", sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (vault, "a1", b""),
        (vault, "a1", b"\x01short"),
    ):
        with pytest.raises(ValueError, match="secret"):
            other.decrypt(data, owner)


@pytest.mark.parametrize("text", [None, "", "ab" * 31, "zz" * 32])
def test_a_key_that_is_none_is_told_by_the_variables_name(text: str | None) -> None:
    with pytest.raises(SettingsError, match="WARBOARD_SECRET_KEY"):
        SecretKey(text)
    assert repr(KEY) == "SecretKey(***)"


def test_links_are_checked_by_the_public_key_alone() -> None:
    signer = LinkSigner(KEY)
    link = signer.sign({"campaign": "a1", "may": "watch"}, NOW + timedelta(hours=1))
    verifier = LinkVerifier(signer.public_key)
    assert verifier.verify(link, NOW) == {"campaign": "a1", "may": "watch"}
    assert set(link) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    with pytest.raises(Problem, match="expired") as caught:
        verifier.verify(link, NOW + timedelta(hours=1))
    assert caught.value.code == "link_expired"


@pytest.mark.parametrize("change", ["body", "signature", "junk", "empty", "other"])
def test_a_forged_link_is_refused(change: str) -> None:
    signer = LinkSigner(KEY)
    link = signer.sign({"campaign": "a1"}, NOW + timedelta(hours=1))
    forged = {
        "body": "A" + link[1:],
        "signature": link[:-3] + "AAA",
        "junk": "§§§.***",
        "empty": "",
        "other": LinkSigner(SecretKey("cd" * 32)).sign({"campaign": "a1"}, NOW + timedelta(hours=1)),
    }[change]
    with pytest.raises(Problem) as caught:
        LinkVerifier(signer.public_key).verify(forged, NOW)
    assert caught.value.code == "link_invalid"


def test_tokens_are_long_random_and_stored_as_hashes() -> None:
    token = new_token()
    assert len(token) == 43
    assert token != new_token()
    assert hash_token(token) == hash_token(token) != token
    assert same(token, token.encode())
    assert not same(token, new_token())
