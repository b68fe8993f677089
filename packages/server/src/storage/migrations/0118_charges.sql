-- Ratings of charging sessions and the charges that they book. Older servers: none.

-- Sessions whose price is to be computed. Written by a trigger, so that every statement that ends, resolves or corrects a
-- session adds it in its own transaction. A session may be in it twice. Without index, key and foreign key, which would
-- make each stop dearer by 8 to 25 per cent; jobs take all rows from the beginning.
create table rating_queue (
  transaction_id uuid not null,
  queued_at timestamptz not null default now()
);

-- As the owner: users of a client, who do not see the queue, resolve sessions of their stations.
create function queue_rating() returns trigger language plpgsql security definer as $$
begin
  insert into rating_queue (transaction_id) values (new.id);
  return null;
end $$;
-- transactions_corrected raises the revision by an update of its own.
create trigger transactions_rated after update of state, revision on transactions
for each row when (new.state <> 'running' and (old.state <> new.state or old.revision <> new.revision))
execute function queue_rating();

-- Sessions whose price waits: after a failure, or until the vehicle leaves.
create table rating_waits (
  transaction_id uuid primary key,
  account_id uuid not null,
  due_at timestamptz not null,
  attempts int not null default 0, -- failed ones
  error text, -- of the last attempt
  created_at timestamptz not null default now()
);
create index rating_waits_due on rating_waits (due_at);
create index rating_waits_failed on rating_waits (account_id) where attempts > 0;

-- What a session costs, with the input from which it was computed. Never changed except for the end of its validity:
-- superseded_by, and the approval of a proposed one. Without foreign keys to sessions, clients and tariffs: a rating outlives what it names.
create table ratings (
  id uuid primary key,
  account_id uuid not null references accounts,
  transaction_id uuid not null,
  revision int not null,
  engine int not null,
  tariff_version_id uuid,
  client_id uuid,
  station_id uuid not null,
  currency text,
  digits smallint not null default 2, -- of the minor unit of the currency
  input bytea not null, -- JSON, deflated
  input_sha256 bytea not null, -- of the JSON
  flags text[] not null default '{}',
  -- null: booked. proposed: an invoice contains the charges of the rating before, so a user decides. demo: sessions of
  -- the demo can be removed, so nothing is booked for them.
  hold_reason text check (hold_reason in ('no_client', 'no_tariff', 'needs_review', 'price_held', 'proposed', 'demo')),
  net_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  gross_minor bigint not null default 0,
  created_at timestamptz not null default now(),
  journal_id uuid, -- null: nothing was booked
  superseded_by uuid,
  unique (transaction_id, revision)
);
-- One rating of a session applies.
create unique index ratings_current on ratings (transaction_id)
  where superseded_by is null and hold_reason is distinct from 'proposed';
create unique index ratings_proposed on ratings (transaction_id)
  where superseded_by is null and hold_reason = 'proposed';
create index ratings_held on ratings (account_id, hold_reason, id) where superseded_by is null and hold_reason is not null;

create function ratings_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.hold_reason = 'demo' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{superseded_by,hold_reason,journal_id}'::text[]
      = to_jsonb(old) - '{superseded_by,hold_reason,journal_id}'::text[]
    and (new.hold_reason is not distinct from old.hold_reason or old.hold_reason = 'proposed' and new.hold_reason is null)
    and (new.journal_id is not distinct from old.journal_id or old.hold_reason = 'proposed' and old.journal_id is null)
  then
    return new;
  end if;
  raise exception 'ratings are never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger ratings_final before update or delete on ratings for each row execute function ratings_are_final();

create table charges (
  id uuid primary key,
  account_id uuid not null,
  rating_id uuid not null references ratings,
  transaction_id uuid not null,
  station_id uuid not null,
  client_id uuid not null,
  service text not null check (service in ('ENERGY', 'TIME', 'PARKING_TIME', 'FLAT', 'RESERVATION')),
  quantity bigint not null, -- Wh, seconds or a number
  unit text not null check (unit in ('Wh', 's', 'count')),
  price text, -- per kWh, hour or piece, if one price applied; as in the tariff
  currency text not null,
  digits smallint not null, -- of its minor unit
  amount_minor bigint not null, -- as in the price list: with tax if tax_included; negative if it reverses another one
  before_limit_minor bigint not null,
  tax_included boolean not null,
  tax_bp int not null,
  tariff_version_id uuid not null,
  label text not null, -- of the station, when it was booked
  parts jsonb not null default '[]',
  state text not null,
  invoice_id uuid,
  reverses_id uuid references charges, -- the charge of an invoice that this one takes back
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index charges_once on charges (rating_id, service, tax_bp) where reverses_id is null;
create unique index charges_reversed_once on charges (reverses_id) where reverses_id is not null and state <> 'cancelled';
create index charges_transaction on charges (transaction_id);
create index charges_account on charges (account_id, created_at desc, id desc);
create index charges_recent on charges (created_at desc, id desc);
create index charges_client on charges (client_id, created_at desc, id desc);
create index charges_station on charges (station_id, created_at desc);
create index charges_uninvoiced on charges (account_id, client_id, currency) where state = 'processing' and invoice_id is null;
create index charges_invoice on charges (invoice_id) where invoice_id is not null;
create index charges_proposed on charges (account_id, created_at desc) where state = 'proposed';

alter table rating_queue enable row level security;
create policy own_account on rating_queue using (exists (select from transactions t where t.id = transaction_id));
alter table rating_waits enable row level security;
create policy own_account on rating_waits using (account_id = (select wall_account()));
create policy own_client on rating_waits as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
-- A client sees what it pays itself: the price of a session of another client at its station is not its own.
alter table ratings enable row level security;
create policy own_account on ratings using (account_id = (select wall_account()));
create policy own_client on ratings as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));
alter table charges enable row level security;
create policy own_account on charges using (account_id = (select wall_account()));
create policy own_client on charges as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));

-- False: approvals of the station forbid prices by its clock, so nothing is charged by time.
alter table stations add times_trusted boolean not null default true;

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('charge', 'record', 'charge', 'Charge', null, false, true, 190);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system)
values ('charge', 'charge', 'Charge', 'Charge', 10, true);

insert into class_states (class_code, code, label, built_in_name, state_type, sequence, is_system) values
  ('charge', 'proposed', 'Proposed', 'Proposed', 'created', 10, true),
  ('charge', 'processing', 'Processing', 'Processing', 'enabled', 20, true),
  ('charge', 'succeeded', 'Succeeded', 'Succeeded', 'enabled', 30, true),
  ('charge', 'refunded', 'Refunded', 'Refunded', 'disabled', 40, true),
  ('charge', 'cancelled', 'Cancelled', 'Cancelled', 'disabled', 50, true);

insert into workflow_actions (code, label, sequence, is_system) values
  ('approve', 'Approve', 400, true), ('succeed', 'Succeed', 410, true), ('refund', 'Refund', 420, true)
on conflict do nothing;

insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system) values
  ('charge', 'create', 'create', 'Create', 'Create', false, 5, true),
  ('charge', 'approve', 'approve', 'Approve', 'Approve', true, 10, true),
  ('charge', 'reject', 'reject', 'Reject', 'Reject', true, 20, true),
  ('charge', 'succeed', 'succeed', 'Succeed', 'Succeed', false, 30, true),
  ('charge', 'refund', 'refund', 'Refund', 'Refund', false, 40, true),
  ('charge', 'cancel', 'cancel', 'Cancel', 'Cancel', false, 50, true);

insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'charge', s.id, m.id, n.id, true
from (values
  ('proposed', 'approve', 'processing'), ('proposed', 'reject', 'cancelled'), ('processing', 'succeed', 'succeeded'),
  ('succeeded', 'refund', 'refunded'), ('processing', 'cancel', 'cancelled'), ('proposed', 'cancel', 'cancelled')
) as t (state, method, new_state)
join class_states s on s.class_code = 'charge' and s.code = t.state
join class_methods m on m.class_code = 'charge' and m.code = t.method
join class_states n on n.class_code = 'charge' and n.code = t.new_state;

insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('charge', 'approve', 'handler', 'Book the proposed charges', 'charge.approve', true),
  ('charge', 'reject', 'handler', 'Discard the proposed charges', 'charge.reject', true);
