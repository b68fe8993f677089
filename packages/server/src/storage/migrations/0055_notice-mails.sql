-- Notices by e-mail: what a user has chosen, how serious a notice is, and whether it waits to be sent. Older servers: none.
alter table users add notice_mails text not null default 'off' check (notice_mails in ('off', 'important', 'all'));

alter table notices
  add severity text not null default 'info' check (severity in ('info', 'warning', 'error')),
  add is_mail_due boolean not null default false;
create index notices_mail_due on notices (user_id, id) where is_mail_due;

alter table mails drop constraint mails_kind_check, add constraint mails_kind_check
  check (kind in ('confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken', 'email-in-use',
    'recover-password', 'password-changed', 'email-changed', 'sign-in-linked', 'notice'));

-- A place for the installation's own words, as for the other mails.
insert into resources (id, node_id, type, name)
select gen_random_uuid(), m.id, 'folder', 'notice'
from resources m
where m.node_id is null and lower(m.name) = 'mail' and m.type = 'folder'
on conflict do nothing;

insert into resources (id, node_id, type, name)
select gen_random_uuid(), k.id, 'text', part
from resources m join resources k on k.node_id = m.id, unnest(array['subject', 'text']) part
where m.node_id is null and lower(m.name) = 'mail' and m.type = 'folder' and k.type = 'folder' and k.name = 'notice'
on conflict do nothing;
