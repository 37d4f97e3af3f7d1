"""The words of the account pages for forms that were refused or accepted, and for the audit log."""

from service.application.i18n.problems import DETAILS, problem_words
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.problem import Problem

PROBLEMS = DETAILS | {
    "auth/wrong": _l("E-mail address or password is wrong."),
    "password/wrong": _l("This is not the right password."),
    "email/unproven": _l(
        "Write the password that was chosen with this e-mail address, or sign in to that account first."
    ),
    "password/busy": _l("Too many people are signing in at the moment. Please try again."),
    "password/changed": _l("The password was changed just now. Look again."),
    "email/invalid": _l("This is no e-mail address."),
    "idempotency/reused": _l("This form was sent already. Please send it once more."),
    "mail/not-configured": _l("This service sends no e-mail, so there is no signing in by e-mail here."),
    "passkey/refused": _l("This passkey belongs to no account here, or it was removed."),
    "passkey/expired": _l("That took too long. Please try again."),
    "passkey/known": _l("Your account has this passkey already."),
    "passkey/invalid": _l("Your browser sent no new passkey. Please try again."),
    "passkey/too-many": _l("You have 10 passkeys, which is the maximum. Remove one first."),
    "account/name": _l("This is not your name. To erase the account, write it exactly as it is."),
    "request/invalid": _l("Please look again at what is marked below."),
}
"""The sentences for problems, by code, including those of any page."""

DONE = {
    "name": _l("Your name is changed."),
    "page": _l("Your page is shown to whom you chose."),
    "password": _l("Your password is changed, and every other browser is signed out."),
    "password-all": _l(
        "Your password is changed. Every other browser and everything else that lasted has ended."
    ),
    "reset-done": _l(
        "Your new password is set. Whoever was signed in is signed out, and everything that lasted has "
        "ended: programs, webhooks, links and invitations. Set up again what you need."
    ),
    "letter": _l("An e-mail is on its way. Open its link to confirm your e-mail address."),
    "reset": _l("If an account has this e-mail address, an e-mail with a link is on its way to it."),
    "confirmed": _l("Your e-mail address is confirmed: you can sign in with it from now on."),
    "confirmed-anew": _l(
        "Your e-mail address is confirmed, your new password holds, and every other browser is signed out."
    ),
    "passkey-added": _l("The passkey is added. You can sign in with it from now on."),
    "passkey-renamed": _l("The passkey has its new name."),
    "passkey-removed": _l("The passkey is removed. Nobody can sign in with it any more."),
    "revoked": _l("The token is revoked."),
    "others": _l("Every other browser is signed out."),
    "others-all": _l("Every other browser is signed out, and everything else that lasted has ended."),
    "everywhere": _l("You are signed out everywhere."),
    "everywhere-all": _l("You are signed out everywhere, and everything else that lasted has ended."),
    "signed-out": _l("You are signed out."),
    "erased": _l("Your account is erased."),
}
"""The confirmations, by the completed action."""
DEEDS = {
    "signed-in": _lp("act", "Signed in"),
    "signed-in-new-device": _l("Signed in on a new device"),
    "signed-out": _lp("act", "Signed out"),
    "signed-out-elsewhere": _l("Signed out everywhere else"),
    "signed-out-everywhere": _l("Signed out everywhere"),
    "session-ended": _l("Browser signed out"),
    "token-made": _lp("act", "Token made"),
    "token-revoked": _l("Token or session revoked"),
    "name-changed": _lp("act", "Name changed"),
    "password-changed": _lp("act", "Password changed"),
    "password-reset": _l("Password set by a link"),
    "reset-asked": _l("Link for a new password asked for"),
    "reset-dropped": _l("Link for a new password ended"),
    "email-asked": _l("E-mail address to be confirmed"),
    "email-dropped": _l("Change of the e-mail address ended"),
    "email-confirmed": _l("E-mail address confirmed"),
    "devices-ended": _l("Known browsers forgotten"),
    "passkey-added": _lp("act", "Passkey added"),
    "passkey-removed": _lp("act", "Passkey removed"),
    "webhook-made": _lp("act", "Webhook added"),
    "webhook-changed": _l("Webhook has a new URL or secret"),
    "webhook-ended": _lp("act", "Webhook ended"),
    "calendar-made": _l("Link of the calendar made"),
    "calendar-ended": _l("Link of the calendar ended"),
    "push-made": _l("Messages turned on in a browser"),
    "push-ended": _l("Messages turned off in a browser"),
    "collection-shared": _l("Collection shared by a link"),
    "collection-unshared": _l("Link of a collection ended"),
    "invitation-made": _l("Private game opened, or players invited"),
    "invitations-ended": _l("Links and invitations to private games ended"),
    "exported": _lp("act", "Data exported"),
}
"""The actions in an account's audit log."""
ANEW = ("password", "confirmed-anew")
"""The keys of `DONE` that changed a password, after which only programs stay signed in."""


def said(problem: Problem) -> str:
    """The problem's sentence for people."""
    own = PROBLEMS.get(problem.code)
    return str(own) if own else problem_words(problem.status, problem.code, problem.detail)[1]
