-- People who sign up by themselves, recover their password, change their e-mail or have a picture. Older servers: none.
alter table users
  -- signed up, and has not shown yet that the e-mail is theirs: may not sign in
  add column awaits_confirmation boolean not null default false,
  add column email_confirmed_at timestamptz,
  add column password_changed_at timestamptz;
create index users_awaiting on users (created_at) where awaits_confirmation;

-- An address that waits for its code; of one person the newest counts.
create table email_confirmations (
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_confirmations_user on email_confirmations (user_id);
create index email_confirmations_expired on email_confirmations (expires_at);

-- A link to a new password has two halves: the ticket goes to who asked, the answer goes by mail alone.
create table password_recoveries (
  ticket_hash bytea primary key,
  answer_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_recoveries_user on password_recoveries (user_id);
create index password_recoveries_expired on password_recoveries (expires_at);

-- Pictures of people, by a name that nobody can guess.
create table avatars (
  name text primary key,
  user_id uuid not null unique references users on delete cascade,
  content bytea not null,
  created_at timestamptz not null
);
