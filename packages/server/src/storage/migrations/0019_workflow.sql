-- The object model: classes with their types, states, actions, methods, transitions and events; objects of the
-- classes that administrators make. Older servers: none.
create table classes (
  code text primary key,
  parent_code text references classes,
  entity text not null,
  name text not null,
  description text,
  is_abstract boolean not null default false, -- no object is of it; others inherit from it
  is_system boolean not null default false,
  sequence int not null default 100,
  version_no int not null default 1
);

create table class_types (
  id uuid primary key default gen_random_uuid(),
  class_code text not null references classes,
  code text not null,
  name text not null,
  description text,
  sequence int not null default 100,
  is_system boolean not null default false,
  version_no int not null default 1,
  unique (class_code, code)
);

create table class_states (
  id uuid primary key default gen_random_uuid(),
  class_code text not null references classes,
  code text not null,
  label text not null,
  state_type text not null check (state_type in ('created', 'enabled', 'disabled', 'deleted')),
  sequence int not null default 100,
  is_system boolean not null default false,
  version_no int not null default 1,
  unique (class_code, code)
);

create table workflow_actions (
  code text primary key,
  label text not null,
  sequence int not null default 100,
  is_system boolean not null default false,
  version_no int not null default 1
);

create table class_methods (
  id uuid primary key default gen_random_uuid(),
  class_code text not null references classes,
  state_id uuid references class_states, -- null: in any state, see modules/workflow/compile.ts
  action_code text not null references workflow_actions,
  code text not null,
  label text not null,
  sequence int not null default 100,
  is_visible boolean not null default true, -- hidden: only the system runs it
  is_system boolean not null default false,
  version_no int not null default 1,
  unique (class_code, code)
);

create table class_transitions (
  id uuid primary key default gen_random_uuid(),
  class_code text not null references classes,
  state_id uuid references class_states, -- null: from any state
  method_id uuid not null references class_methods,
  new_state_id uuid not null references class_states,
  is_system boolean not null default false,
  version_no int not null default 1,
  unique nulls not distinct (class_code, state_id, method_id)
);

create table class_events (
  id uuid primary key default gen_random_uuid(),
  class_code text not null references classes,
  action_code text not null references workflow_actions,
  sequence int not null default 100,
  kind text not null check (kind in ('parent', 'handler', 'script')),
  label text not null,
  handler text check ((kind = 'handler') = (handler is not null)),
  script text check ((kind = 'script') = (script is not null)),
  is_enabled boolean not null default true,
  is_system boolean not null default false,
  version_no int not null default 1
);
create index class_events_class on class_events (class_code, action_code, sequence);

create table objects (
  id uuid primary key,
  class_code text not null references classes,
  type_id uuid not null references class_types,
  state_id uuid not null references class_states,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  label text not null,
  description text,
  tags text[] not null default '{}',
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index objects_account on objects (account_id, class_code, id);
create index objects_class on objects (class_code, state_id);
create index objects_state on objects (state_id);
create index objects_type on objects (type_id);
alter table objects enable row level security;
create policy own_account on objects using (account_id = wall_account());

-- Their states are now those of the class: administrators may add some.
alter table stations drop constraint stations_state_check;
alter table cards drop constraint cards_state_check;

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence) values
  ('object', null, 'object', 'Object', 'Made, enabled, disabled and deleted by people', true, true, 10),
  ('document', 'object', 'document', 'Document', 'What belongs to somebody and has a life of its own', true, true, 20),
  ('reference', 'object', 'reference', 'Reference', 'An entry of a list that others choose from', true, true, 30),
  ('device', null, 'device', 'Device', 'Tells its states itself', true, true, 40),
  ('record', null, 'record', 'Record', 'Written down by the system', true, true, 50),
  ('charge_point', 'device', 'charge_point', 'Station', null, false, true, 60),
  ('connector', 'device', 'connector', 'Connector', null, false, true, 70),
  ('card', 'document', 'card', 'Card', null, false, true, 80),
  ('transaction', 'record', 'transaction', 'Transaction', null, false, true, 90),
  ('reservation', 'record', 'reservation', 'Reservation', null, false, true, 100),
  ('account', 'record', 'account', 'Account', null, false, true, 110),
  ('command', 'record', 'command', 'Command', null, false, true, 120);

insert into class_types (class_code, code, name, description, sequence, is_system) values
  ('charge_point', 'public', 'Public', 'Drivers may find and use it', 10, true),
  ('charge_point', 'private', 'Private', 'Only for its owner', 20, true),
  ('connector', 'ac', 'AC', 'Alternating current', 10, true),
  ('connector', 'dc', 'DC', 'Direct current', 20, true),
  ('transaction', 'session', 'Charging session', null, 10, true),
  ('reservation', 'connector', 'Of a connector', null, 10, true),
  ('card', 'rfid', 'RFID', 'A tag that a station reads', 10, true),
  ('card', 'credit', 'Credit', 'A payment card', 20, true),
  ('card', 'plastic', 'Plastic', 'A number printed on a card', 30, true),
  ('account', 'active', 'Active', null, 10, true),
  ('account', 'passive', 'Passive', null, 20, true),
  ('command', 'ocpp', 'OCPP command', null, 10, true);

insert into class_states (class_code, code, label, state_type, sequence, is_system)
select c, code, label, state_type, 10 * row_number() over (partition by c order by n), true
from (select s.*, row_number() over () as n from (values
  ('object', 'created', 'Created', 'created'),
  ('object', 'enabled', 'Enabled', 'enabled'),
  ('object', 'disabled', 'Disabled', 'disabled'),
  ('object', 'deleted', 'Deleted', 'deleted'),
  ('charge_point', 'created', 'Created', 'created'),
  ('charge_point', 'available', 'Available', 'enabled'),
  ('charge_point', 'unavailable', 'Unavailable', 'enabled'),
  ('charge_point', 'faulted', 'Faulted', 'enabled'),
  ('charge_point', 'disabled', 'Disabled', 'disabled'),
  ('charge_point', 'deleted', 'Deleted', 'deleted'),
  ('connector', 'unavailable', 'Unavailable', 'enabled'),
  ('connector', 'available', 'Available', 'enabled'),
  ('connector', 'preparing', 'Preparing', 'enabled'),
  ('connector', 'charging', 'Charging', 'enabled'),
  ('connector', 'suspendedev', 'Suspended by the vehicle', 'enabled'),
  ('connector', 'suspendedevse', 'Suspended by the station', 'enabled'),
  ('connector', 'finishing', 'Finishing', 'enabled'),
  ('connector', 'reserved', 'Reserved', 'enabled'),
  ('connector', 'faulted', 'Faulted', 'enabled'),
  ('connector', 'disabled', 'Disabled', 'disabled'),
  ('connector', 'deleted', 'Deleted', 'deleted'),
  ('transaction', 'running', 'Running', 'enabled'),
  ('transaction', 'held', 'Held', 'enabled'),
  ('transaction', 'finished', 'Finished', 'disabled'),
  ('reservation', 'requested', 'Requested', 'created'),
  ('reservation', 'active', 'Active', 'enabled'),
  ('reservation', 'used', 'Used', 'disabled'),
  ('reservation', 'cancelled', 'Cancelled', 'disabled'),
  ('reservation', 'expired', 'Expired', 'disabled'),
  ('reservation', 'refused', 'Refused', 'disabled'),
  ('account', 'enabled', 'Enabled', 'enabled'),
  ('command', 'queued', 'Queued', 'created'),
  ('command', 'sent', 'Sent', 'enabled'),
  ('command', 'accepted', 'Accepted', 'disabled'),
  ('command', 'rejected', 'Rejected', 'disabled'),
  ('command', 'failed', 'Failed', 'disabled'),
  ('command', 'timeout', 'Timed out', 'disabled'),
  ('command', 'cancelled', 'Cancelled', 'disabled'),
  ('command', 'expired', 'Expired', 'disabled'),
  ('command', 'unknown', 'Unknown', 'disabled')
) as s (c, code, label, state_type)) as s;

insert into workflow_actions (code, label, sequence, is_system)
select code, label, 10 * row_number() over (), true from (values
  ('create', 'Create'), ('update', 'Change'), ('enable', 'Enable'), ('disable', 'Disable'), ('delete', 'Delete'),
  ('restore', 'Restore'),
  ('start', 'Start charging'), ('stop', 'Stop charging'), ('reserve', 'Reserve'), ('cancel', 'Cancel'),
  ('settle', 'Settle'),
  ('boot', 'Boot'), ('available', 'Becomes available'), ('preparing', 'Prepares'), ('charging', 'Charges'),
  ('suspendedev', 'Is suspended by the vehicle'), ('suspendedevse', 'Is suspended by the station'),
  ('finishing', 'Finishes'), ('reserved', 'Is reserved'), ('unavailable', 'Becomes unavailable'),
  ('faulted', 'Has a fault'),
  ('finish', 'Finish'), ('hold', 'Hold'), ('activate', 'Activate'), ('use', 'Use'), ('expire', 'Expire'),
  ('refuse', 'Refuse'), ('send', 'Send'), ('accept', 'Accept'), ('reject', 'Reject'), ('fail', 'Fail'),
  ('give_up', 'Give up'), ('lose', 'Lose')
) as a (code, label);

-- Hidden ones are what stations and the system do.
insert into class_methods (class_code, action_code, code, label, is_visible, sequence, is_system)
select c, action, action, label, visible, 10 * row_number() over (partition by c order by n), true
from (select m.*, row_number() over () as n from (values
  ('object', 'enable', 'Enable', true),
  ('object', 'disable', 'Disable', true),
  ('object', 'delete', 'Delete', true),
  ('object', 'restore', 'Restore', true),
  ('object', 'create', 'Create', false),
  ('object', 'update', 'Change', false),
  ('charge_point', 'enable', 'Enable', true),
  ('charge_point', 'disable', 'Disable', true),
  ('charge_point', 'delete', 'Delete', true),
  ('charge_point', 'restore', 'Restore', true),
  ('charge_point', 'boot', 'Boot', false),
  ('charge_point', 'available', 'Becomes available', false),
  ('charge_point', 'unavailable', 'Becomes unavailable', false),
  ('charge_point', 'faulted', 'Has a fault', false),
  ('connector', 'start', 'Start charging', true),
  ('connector', 'stop', 'Stop charging', true),
  ('connector', 'reserve', 'Reserve', true),
  ('connector', 'cancel', 'Cancel the reservation', true),
  ('connector', 'available', 'Becomes available', false),
  ('connector', 'preparing', 'Prepares', false),
  ('connector', 'charging', 'Charges', false),
  ('connector', 'suspendedev', 'Is suspended by the vehicle', false),
  ('connector', 'suspendedevse', 'Is suspended by the station', false),
  ('connector', 'finishing', 'Finishes', false),
  ('connector', 'reserved', 'Is reserved', false),
  ('connector', 'unavailable', 'Becomes unavailable', false),
  ('connector', 'faulted', 'Has a fault', false),
  ('transaction', 'settle', 'Settle', true),
  ('transaction', 'finish', 'Finish', false),
  ('transaction', 'hold', 'Hold for a person', false),
  ('reservation', 'cancel', 'Cancel', true),
  ('reservation', 'activate', 'Is accepted by the station', false),
  ('reservation', 'refuse', 'Is refused by the station', false),
  ('reservation', 'use', 'Is used', false),
  ('reservation', 'expire', 'Expires', false),
  ('reservation', 'finish', 'Is cancelled', false),
  ('command', 'cancel', 'Cancel', true),
  ('command', 'send', 'Is sent', false),
  ('command', 'accept', 'Is accepted', false),
  ('command', 'reject', 'Is rejected', false),
  ('command', 'fail', 'Fails', false),
  ('command', 'give_up', 'Has no answer', false),
  ('command', 'expire', 'Expires', false),
  ('command', 'lose', 'Is lost', false)
) as m (c, action, label, visible)) as m;

insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select t.c, s.id, m.id, n.id, true from (values
  ('object', 'created', 'enable', 'enabled'), ('object', 'disabled', 'enable', 'enabled'),
  ('object', 'created', 'disable', 'disabled'), ('object', 'enabled', 'disable', 'disabled'),
  ('object', 'created', 'delete', 'deleted'), ('object', 'enabled', 'delete', 'deleted'),
  ('object', 'disabled', 'delete', 'deleted'), ('object', 'deleted', 'restore', 'enabled'),
  ('charge_point', 'created', 'disable', 'disabled'), ('charge_point', 'available', 'disable', 'disabled'),
  ('charge_point', 'unavailable', 'disable', 'disabled'), ('charge_point', 'faulted', 'disable', 'disabled'),
  ('charge_point', 'created', 'delete', 'deleted'), ('charge_point', 'available', 'delete', 'deleted'),
  ('charge_point', 'unavailable', 'delete', 'deleted'), ('charge_point', 'faulted', 'delete', 'deleted'),
  ('charge_point', 'disabled', 'delete', 'deleted'),
  ('charge_point', 'disabled', 'enable', 'unavailable'), ('charge_point', 'deleted', 'restore', 'unavailable'),
  ('charge_point', 'created', 'boot', 'unavailable'),
  ('connector', 'available', 'start', 'available'), ('connector', 'preparing', 'start', 'preparing'),
  ('connector', 'finishing', 'start', 'finishing'), ('connector', 'reserved', 'start', 'reserved'),
  ('connector', 'preparing', 'stop', 'preparing'),
  ('connector', 'charging', 'stop', 'charging'), ('connector', 'suspendedev', 'stop', 'suspendedev'),
  ('connector', 'suspendedevse', 'stop', 'suspendedevse'), ('connector', 'finishing', 'stop', 'finishing'),
  ('connector', 'available', 'reserve', 'available'), ('connector', 'preparing', 'reserve', 'preparing'),
  ('connector', 'reserved', 'cancel', 'reserved'),
  ('transaction', 'running', 'settle', 'finished'), ('transaction', 'held', 'settle', 'finished'),
  ('transaction', 'running', 'finish', 'finished'), ('transaction', 'running', 'hold', 'held'),
  ('transaction', 'held', 'finish', 'finished'),
  ('reservation', 'requested', 'cancel', 'requested'), ('reservation', 'active', 'cancel', 'active'),
  ('reservation', 'requested', 'activate', 'active'), ('reservation', 'requested', 'refuse', 'refused'),
  ('reservation', 'requested', 'use', 'used'), ('reservation', 'active', 'use', 'used'),
  ('reservation', 'expired', 'use', 'used'),
  ('reservation', 'requested', 'expire', 'expired'), ('reservation', 'active', 'expire', 'expired'),
  ('reservation', 'requested', 'finish', 'cancelled'), ('reservation', 'active', 'finish', 'cancelled'),
  ('command', 'queued', 'cancel', 'cancelled'), ('command', 'queued', 'send', 'sent'),
  ('command', 'queued', 'fail', 'failed'), ('command', 'queued', 'expire', 'expired'),
  ('command', 'sent', 'accept', 'accepted'), ('command', 'sent', 'reject', 'rejected'),
  ('command', 'sent', 'fail', 'failed'), ('command', 'sent', 'give_up', 'timeout'),
  ('command', 'sent', 'lose', 'unknown')
) as t (c, state, method, new_state)
join class_states s on s.class_code = t.c and s.code = t.state
join class_methods m on m.class_code = t.c and m.code = t.method
join class_states n on n.class_code = t.c and n.code = t.new_state;

-- What a station tells of itself counts from every state that people have not taken it out of.
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select c, s.id, m.id, n.id, true
from (values ('charge_point'), ('connector')) as t (c)
join class_states s on s.class_code = t.c and s.code not in ('disabled', 'deleted')
join class_methods m on m.class_code = t.c and not m.is_visible and m.code <> 'boot'
join class_states n on n.class_code = t.c and n.code = m.code;

insert into class_events (class_code, action_code, kind, label, handler, is_system)
select c, action, 'handler', label, handler, true from (values
  ('charge_point', 'disable', 'Close the connection', 'station.close'),
  ('charge_point', 'delete', 'Close the connection', 'station.close'),
  ('charge_point', 'enable', 'Wait for the word of the station', 'station.wait'),
  ('charge_point', 'restore', 'Wait for the word of the station', 'station.wait')
) as e (c, action, label, handler);
