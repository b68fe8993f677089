-- Links with accounts elsewhere are seen and removed by their person, who hears of new ones by mail. Older servers: none.
alter table user_identities add column id uuid not null unique default gen_random_uuid();
alter table mails drop constraint mails_kind_check, add constraint mails_kind_check
  check (kind in ('confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken', 'email-in-use',
    'recover-password', 'password-changed', 'email-changed', 'sign-in-linked'));
