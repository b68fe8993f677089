-- Notices: what scripts and the house tell single people, kept for some weeks. Older servers: none.
create table notices (
  id uuid primary key,
  created_at timestamptz not null,
  user_id uuid not null references users on delete cascade,
  text text not null,
  status text not null default 'new' check (status in ('new', 'read')),
  read_at timestamptz,
  -- what it is about; no reference, a notice outlives it
  class_code text,
  object_id uuid,
  object_label text,
  check ((status = 'read') = (read_at is not null))
);
create index notices_user on notices (user_id, id);
create index notices_new on notices (user_id) where status = 'new';
create index notices_created on notices (created_at);

-- Read and changed in the own account; written also to administrators, who see to every account.
alter table notices enable row level security;
create policy own_account on notices
  using (exists (select from users u where u.id = notices.user_id and u.account_id = wall_account()))
  with check (exists (select from users u where u.id = notices.user_id));
