import type { ErrorTable } from './error-table.ts'

/** Errors of signing in, sessions, passwords, users, groups and accounts. */
export const signInErrors = {
  'access.address_refused': {
    kind: 'forbidden',
    message: 'You may not sign in or send requests from the address {{address}}.',
  },
  'access.area_closed': { kind: 'forbidden', message: 'You do not have access to this area.' },
  'access.administrators_only': { kind: 'forbidden', message: 'Only administrators may do this.' },
  'access.operators_only': { kind: 'forbidden', message: 'Only operators may do this.' },
  'access.clients_only': { kind: 'forbidden', message: 'Only users of a client may do this.' },
  'access.machine_token': { kind: 'forbidden', message: 'This is not allowed with a machine token.' },
  'access.metrics': {
    kind: 'forbidden',
    message: 'Metrics are only available with the token of METRICS_TOKEN or of an administrator.',
  },
  'access.cannot_use': { kind: 'forbidden', message: 'You may not use objects of the class {{class}}.' },
  'access.cannot_create': {
    kind: 'forbidden',
    message: 'You may not create objects of the class {{class}}.',
  },
  'access.cannot_see': { kind: 'forbidden', message: 'You may not see objects of the class {{class}}.' },
  'access.cannot_change': {
    kind: 'forbidden',
    message: 'You may not change objects of the class {{class}}.',
  },
  'access.cannot_delete': {
    kind: 'forbidden',
    message: 'You may not delete objects of the class {{class}}.',
  },
  'access.local_only': {
    kind: 'forbidden',
    message: 'Sign-in is disabled, and the address {{address}} is not listed in NO_SIGN_IN_FROM.',
  },
  'access.local_only_host': {
    kind: 'forbidden',
    message: 'Sign-in is disabled, and the host {{host}} is not the one in PUBLIC_URL.',
  },
  'access.local_only_page': {
    kind: 'forbidden',
    message: 'Sign-in is disabled, and the request comes from another website.',
  },
  'access.local_only_proxy': {
    kind: 'forbidden',
    message: 'Sign-in is disabled. To allow requests through a proxy, list the proxy in TRUST_PROXY.',
  },
  'access.local_user_unavailable': {
    kind: 'unauthorized',
    message: 'The local administrator does not exist or is locked. Restart the server.',
  },
  'token.missing': { kind: 'unauthorized', message: 'Sign in first: the request has no bearer token.' },
  'token.invalid': { kind: 'unauthorized', message: 'The token is not valid.' },
  'token.expired': { kind: 'forbidden', message: 'The token has expired.' },
  'token.exchanged': { kind: 'unauthorized', message: 'This token has already been exchanged.' },
  'token.exchange_ended': {
    kind: 'unauthorized',
    message: 'The token can no longer be exchanged. Sign in again.',
  },
  'token.other_client': { kind: 'unauthorized', message: 'The token belongs to another client.' },
  'session.ended': { kind: 'unauthorized', message: 'The session has ended. Sign in again.' },
  'session.not_found': { kind: 'not-found', message: 'Session not found.' },
  'sign_in.credentials_wrong': { kind: 'unauthorized', message: 'Login or password is wrong.' },
  'sign_in.email_unconfirmed': {
    kind: 'unauthorized',
    message: 'Confirm your email first. We sent you a link.',
  },
  'sign_in.expired': {
    kind: 'unauthorized',
    message: 'The sign-in took too long. Enter your password again.',
  },
  'sign_in.user_locked': {
    kind: 'forbidden',
    message: 'This account cannot sign in at the moment. Ask your administrator.',
  },
  'sign_in.too_many_attempts': {
    kind: 'too-many',
    message: 'Too many failed attempts. Try again in {{minutes, number}} min.',
  },
  'sign_in.too_many_parallel': {
    kind: 'too-many',
    message: 'Too many sign-ins at the same time. Try again in a few seconds.',
  },
  'sign_in.server_busy': {
    kind: 'unavailable',
    message: 'Too many users are signing in at the moment. Try again in a few seconds.',
  },
  'sign_in.code_required': { kind: 'forbidden', message: 'Enter the code of your authenticator app.' },
  'sign_in.fresh_required': {
    kind: 'forbidden',
    message: 'Confirm your password: your last sign-in was more than {{minutes, number}} minutes ago.',
  },
  'sign_in.password_change_required': { kind: 'forbidden', message: 'Change the password first.' },
  'sign_in.second_factor_required': {
    kind: 'forbidden',
    message: 'Set up two-factor authentication first.',
  },
  'second_factor.code_wrong': {
    kind: 'invalid',
    message: 'The code is wrong or has already been used.',
  },
  'second_factor.code_required': {
    kind: 'invalid',
    message: 'Enter the code of your authenticator app.',
  },
  'second_factor.not_started': {
    kind: 'not-possible',
    message: 'Start the setup of two-factor authentication first.',
  },
  'second_factor.set_up': {
    kind: 'not-possible',
    message: 'Two-factor authentication is already set up. Remove it first.',
  },
  'second_factor.mandatory': {
    kind: 'not-possible',
    message: 'This installation requires two-factor authentication. It cannot be removed.',
  },
  'password.common': { kind: 'invalid', message: 'This password is too easy to guess. Choose another.' },
  'password.own_name': {
    kind: 'invalid',
    message: 'The password must not be the login or the email address. Choose another.',
  },
  'password.unchanged': { kind: 'invalid', message: 'The new password is the same as the old one.' },
  'password.wrong': { kind: 'invalid', message: 'The password is wrong.' },
  'client.console_only': { kind: 'invalid', message: 'Only the console may sign in this way.' },
  'client.unknown': { kind: 'forbidden', message: 'This client is not registered here.' },
  'client.redirect_unknown': {
    kind: 'forbidden',
    message: 'This redirect address is not registered for the client.',
  },
  'authorization_code.invalid': {
    kind: 'unauthorized',
    message: 'The authorization code is not valid or has expired. Start the sign-in again.',
  },
  'authorization_code.challenge_invalid': {
    kind: 'invalid',
    message: 'Send the SHA-256 hash of the code verifier, encoded in base64url (43 characters).',
  },
  'openid.provider_unknown': {
    kind: 'not-found',
    message: 'This sign-in service is not configured here.',
  },
  'openid.canceled': { kind: 'forbidden', message: 'Your request has been canceled.' },
  'openid.expired': {
    kind: 'invalid',
    message: 'This sign-in took too long or was started in another browser. Try again.',
  },
  'openid.unavailable': {
    kind: 'unavailable',
    message: 'The other sign-in service does not respond. Try again shortly.',
  },
  'openid.declined': {
    kind: 'forbidden',
    message: 'The other sign-in service did not accept the sign-in. Try again.',
  },
  'openid.response_invalid': {
    kind: 'internal',
    message: 'The response of the other sign-in service could not be verified. Try again.',
  },
  'openid.email_invalid': {
    kind: 'forbidden',
    message: 'Your email address at the other sign-in service cannot be used here.',
  },
  'openid.email_unverified': {
    kind: 'forbidden',
    message: 'Your email address is not confirmed at the other sign-in service. Confirm it there first.',
  },
  'openid.email_unconfirmed': {
    kind: 'forbidden',
    message: 'This email address is not confirmed here. Set a new password by email, then try again.',
  },
  'openid.link_not_found': { kind: 'not-found', message: 'Linked account not found.' },
  'openid.last_sign_in': {
    kind: 'not-possible',
    message: 'This is your only way to sign in. Set a password by email first.',
  },
  'setup.done': {
    kind: 'not-possible',
    message: 'This installation already has an administrator. Sign in instead.',
  },
  'setup.code_wrong': {
    kind: 'invalid',
    message: 'The code is wrong. Enter the code that the server displayed when it started.',
  },
  'sign_up.full': {
    kind: 'not-possible',
    message: 'The maximum number of users has been reached. Contact the operator of this server.',
  },
  'sign_up.off': {
    kind: 'forbidden',
    message: 'Sign-up is disabled. Ask your operator for an account.',
  },
  'sign_up.password_required': {
    kind: 'invalid',
    message: 'Choose the password for your account.',
  },
  'email_link.invalid': {
    kind: 'invalid',
    message: 'This link is invalid or has expired. Request a new one.',
  },
  'account.not_found': { kind: 'not-found', message: 'Account not found.' },
  'profile.own_only': { kind: 'not-found', message: 'Only your own profile can be changed here.' },
  'profile.picture_not_found': { kind: 'not-found', message: 'Picture not found.' },
  'user.email_invalid': { kind: 'invalid', message: 'This is not a valid email address.' },
  'user.email_taken': { kind: 'conflict', message: 'Another user already has this email address.' },
  'user.login_invalid': {
    kind: 'invalid',
    message: 'A login consists of letters and digits, with . _ + - only between them.',
  },
  'user.login_taken': { kind: 'conflict', message: 'Another user already has this login.' },
  'user.last_administrator': {
    kind: 'not-possible',
    message: 'This is the last administrator who can sign in. Make another user an administrator first.',
  },
  'user.not_yourself': { kind: 'not-possible', message: 'You cannot do this to your own account.' },
  'user.role_mismatch': {
    kind: 'invalid',
    message: 'The role Administrator and administrator rights can only be set or removed together.',
  },
  'user.not_found': { kind: 'not-found', message: 'User not found.' },
  'user.account_unknown': { kind: 'invalid', message: 'Account not found. Choose another.' },
  'user.no_second_factor': {
    kind: 'not-possible',
    message: 'This user has not set up two-factor authentication.',
  },
  'user.wrong_state': {
    kind: 'not-possible',
    message: 'This is not possible in the current state of this user. Reload the user.',
  },
  'group.not_found': { kind: 'not-found', message: 'Group not found.' },
  'group.members_follow_role': {
    kind: 'not-possible',
    message: 'The members of this group follow from the role of each user. Change the role instead.',
  },
  'rights.group_or_user': { kind: 'invalid', message: 'Specify either a group or a user.' },
  'rights.too_many_objects': {
    kind: 'not-possible',
    message:
      'A group or user can have exceptions for at most {{limit, number}} objects. For more, set the rights of the class.',
  },
  'quota.stations': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of stations: {{limit, number}}. Delete stations you no longer need, or ask an administrator to raise the limit.',
  },
  'quota.stations_with_deleted': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of stations: {{limit, number}}. Deleted stations also count. Ask an administrator to raise the limit.',
  },
  'quota.cards': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of cards: {{limit, number}}. Delete cards you no longer need, or ask an administrator to raise the limit.',
  },
  'quota.cards_with_deleted': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of cards: {{limit, number}}. Deleted cards also count. Ask an administrator to raise the limit.',
  },
  'quota.charging_profiles': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of charging profiles: {{limit, number}}. Delete one you no longer need.',
  },
  'quota.users': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of users: {{limit, number}}. Delete users you no longer need, or ask an administrator to raise the limit.',
  },
  'quota.users_with_deleted': {
    kind: 'not-possible',
    message:
      'This account has reached its limit of users: {{limit, number}}. Deleted users also count. Ask an administrator to raise the limit.',
  },
} as const satisfies ErrorTable
