-- Activity: numbers of events per half hour, so that the histogram of a long period does not read its events.
-- Older servers: none.

create table activity_counts (
  account_id uuid not null,
  half_hour int not null, -- half hours since 1970
  kind text not null,
  events int not null,
  primary key (account_id, half_hour, kind)
);
alter table activity_counts enable row level security;
create policy own_account on activity_counts using (account_id = (select wall_account()));
-- a count does not show which of its events belong to a client
create policy own_client on activity_counts as restrictive using ((select tenant_client()) is null);

-- First half hour whose events are not counted yet; no row before the first count.
create table activity_counted (only_row boolean primary key default true check (only_row), until int not null);
