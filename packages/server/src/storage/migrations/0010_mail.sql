-- Mails: written in the transaction of the fact they tell, sent by a job, kept for some weeks. Older servers: none.
create table mails (
  id uuid primary key,
  created_at timestamptz not null default now(),
  recipient text not null,
  kind text not null check (kind in ('confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken',
    'email-in-use', 'recover-password', 'password-changed', 'email-changed')),
  locale text not null,
  subject text not null,
  -- with {link} where the link belongs
  text text not null,
  html text not null,
  -- a secret: gone when it was sent by SMTP, was used, or is too old
  link text,
  -- the hash of the code in the link, by which it is found when it was used
  link_hash bytea,
  link_until timestamptz,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  via text check (via in ('smtp', 'folder')),
  tries int not null default 0,
  due_at timestamptz not null,
  last_error text,
  sent_at timestamptz
);
create index mails_due on mails (due_at) where state = 'queued';
create index mails_recipient on mails (lower(recipient), kind, created_at);
create index mails_created on mails (created_at, id);
create index mails_link on mails (link_hash) where link is not null;
