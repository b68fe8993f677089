-- Bulk runs: one action on many objects, with a result per object. Older servers: none.
create table bulk_runs (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  session text, -- secret code of the login session that started it
  class_code text not null,
  action text not null,
  params jsonb not null,
  state text not null default 'running' check (state in ('running', 'finished', 'cancelled')),
  retry_of uuid references bulk_runs on delete set null,
  total int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz -- each object has a result
);
create index bulk_runs_account on bulk_runs (account_id, created_at desc, id desc);
create index bulk_runs_unfinished on bulk_runs (account_id) where finished_at is null;

create table bulk_run_items (
  id uuid primary key,
  run_id uuid not null references bulk_runs on delete cascade,
  account_id uuid not null references accounts,
  turn int not null, -- objects of all runs are taken in this order, so that a short run does not wait for a long one
  object_id uuid not null,
  label text not null,
  state text not null default 'waiting' check (state in
    ('waiting', 'running', 'accepted', 'rejected', 'offline', 'forbidden', 'timeout', 'failed', 'cancelled')),
  status text,
  message text,
  message_code text,
  message_params jsonb,
  lease_until timestamptz, -- after this another process takes a running object
  ended_at timestamptz,
  unique (run_id, object_id)
);
create index bulk_run_items_run on bulk_run_items (run_id, label, id);
create index bulk_run_items_open on bulk_run_items (turn, id) where ended_at is null;

alter table bulk_runs enable row level security;
create policy own_account on bulk_runs using (account_id = wall_account());
create policy own_client on bulk_runs as restrictive using (tenant_client() is null
  or exists (select from users u where u.id = user_id and u.client_id = tenant_client()));
alter table bulk_run_items enable row level security;
create policy own_account on bulk_run_items using (account_id = wall_account());
create policy own_client on bulk_run_items as restrictive using (tenant_client() is null
  or exists (select from bulk_runs r where r.id = run_id));

-- a command of a run is found by the run and its station after a restart
create index commands_run_station on commands (run_id, station_id);
drop index commands_run;
