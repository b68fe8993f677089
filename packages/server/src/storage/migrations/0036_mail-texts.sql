-- Places for the own words of mails among the resources; where nothing is written, the built-in ones are sent. Older
-- servers: none.
insert into resources (id, type, name)
select gen_random_uuid(), 'folder', 'mail'
where not exists (select from resources where node_id is null and lower(name) = 'mail');

insert into resources (id, node_id, type, name)
select gen_random_uuid(), m.id, 'folder', kind
from resources m, unnest(array['confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken', 'email-in-use',
  'recover-password', 'password-changed', 'email-changed', 'sign-in-linked']) kind
where m.node_id is null and lower(m.name) = 'mail' and m.type = 'folder'
on conflict do nothing;

insert into resources (id, node_id, type, name)
select gen_random_uuid(), k.id, 'text', part
from resources m join resources k on k.node_id = m.id, unnest(array['subject', 'text']) part
where m.node_id is null and lower(m.name) = 'mail' and m.type = 'folder' and k.type = 'folder'
  and k.name in ('confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken', 'email-in-use',
    'recover-password', 'password-changed', 'email-changed', 'sign-in-linked')
on conflict do nothing;
