-- What people and scripts changed, chained by hash so that a changed or missing row shows. Older servers: none.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  account_id uuid, -- no reference, as with the others: an entry outlives what it is about
  actor text not null check (actor in ('person', 'script', 'system')),
  user_id uuid,
  username text,
  session_id uuid, -- what people see of a session, never its code
  via text, -- the event whose script acted; why the system did
  kind text not null check (kind in ('change', 'command', 'right', 'method', 'price')),
  class_code text not null,
  object_id text,
  label text not null,
  action text not null,
  -- json, not jsonb: the hash is over the text as it was written
  before json,
  after json,
  correlation text,
  -- given by the sealer shortly after the commit: the place in the chain, and the hash over the row and the one before
  seq bigint unique,
  hash bytea,
  check ((seq is null) = (hash is null))
);
create index audit_log_unsealed on audit_log (id) where seq is null;
create index audit_log_at on audit_log (at, id);
create index audit_log_user on audit_log (username, at);
create index audit_log_class on audit_log (class_code, at);
create index audit_log_object on audit_log (object_id, at);
create index audit_log_kind on audit_log (kind, at);
create index audit_log_action on audit_log (action, at);
create index audit_log_account on audit_log (account_id, at);
create index audit_log_correlation on audit_log (correlation) where correlation is not null;

-- The end of the chain after each sealing, signed with the key of the installation, which is not in the database.
create table audit_anchors (
  seq bigint primary key,
  hash bytea not null,
  at timestamptz not null,
  signature bytea not null
);

-- Who acts for an account writes what they did, and reads and changes nothing of it.
alter table audit_log enable row level security;
create policy own_account on audit_log using (false) with check (account_id is null or account_id = wall_account());

-- Whoever writes here wakes the sealer, and needs to know nothing of it.
create function tell_audit() returns trigger language plpgsql as $$
begin
  perform pg_notify('stationmaster', '[{"kind":"audit.grown"}]');
  return null;
end $$;
create trigger audit_log_grown after insert on audit_log for each statement execute function tell_audit();
