"""Signatures follow Standard Webhooks 1.0.0, and secrets are not stored."""

import base64

from service.application.channels.webhooks.signing import WebhookSecrets, signature, signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # noqa: S105 - of the specification's own tests
ID, SECONDS, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'


def test_the_vector_of_the_specification() -> None:
    """standard-webhooks/standard-webhooks, libraries/python/tests/test_webhooks.py, test_sign_function."""
    assert signature(SECRET, ID, SECONDS, BODY) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_headers_have_a_signature_for_each_secret() -> None:
    """Signatures are separated by spaces; the time is in seconds."""
    other = WebhookSecrets(bytes(32)).text("player", "webhook", 1)
    headers = signed_headers([SECRET, other], ID, SECONDS * 1000 + 999, BODY)
    assert headers["webhook-id"] == ID
    assert headers["webhook-timestamp"] == str(SECONDS)
    assert headers["webhook-signature"].split(" ") == [
        signature(secret, ID, SECONDS, BODY) for secret in (SECRET, other)
    ]


def test_secrets_differ_in_all_they_are_for() -> None:
    """Secrets are `whsec_` and 32 bytes in base64, derived from server key, player, webhook and rotation."""
    secrets = [
        WebhookSecrets(key).text(player, webhook, rotation)
        for key in (bytes(32), bytes(range(32)))
        for player in ("ann", "ben")
        for webhook in ("one", "two")
        for rotation in (0, 1)
    ]
    assert len(set(secrets)) == 16
    assert all(len(base64.b64decode(each.removeprefix("whsec_"), validate=True)) == 32 for each in secrets)
