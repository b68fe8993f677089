-- Posts: what scripts have sent to web addresses. Written in the transaction of the fact, sent by a job. Older
-- servers: none.
create table script_posts (
  id uuid primary key,
  created_at timestamptz not null,
  account_id uuid, -- no reference: it outlives what it is about
  url text not null,
  body text not null,
  event_id text, -- the event whose script wants it
  class_code text,
  object_id uuid,
  object_label text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries int not null default 0,
  due_at timestamptz not null,
  http_status int,
  last_error text,
  ended_at timestamptz,
  check ((state = 'queued') = (ended_at is null))
);
create index script_posts_due on script_posts (due_at) where state = 'queued';
create index script_posts_created on script_posts (created_at);

-- Who acts for an account has scripts write them, and reads and changes none: bodies and addresses may be secrets.
alter table script_posts enable row level security;
create policy own_account on script_posts using (false)
  with check (account_id is null or account_id = wall_account());
