-- Scripts that what a station told has set off: written with the fact, worked by a job. Older servers: none.
create table script_runs (
  id bigint primary key generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  class_code text not null,
  object_id uuid not null,
  action_code text not null,
  from_state text not null,
  to_state text not null,
  happened_at timestamptz not null
);
alter table script_runs enable row level security;
create policy own_account on script_runs using (account_id = wall_account());

-- Which of the four kinds a state is of that an administrator has added to a built-in class.
create function state_type_of(wanted_class text, wanted_state text) returns text language sql stable parallel safe
return (with recursive line (code, parent_code, height) as (
    select c.code, c.parent_code, 0 from classes c where c.code = wanted_class
    union all
    select c.code, c.parent_code, l.height + 1 from classes c join line l on c.code = l.parent_code)
  select s.state_type from line l join class_states s on s.class_code = l.code and s.code = wanted_state
  order by l.height limit 1);

-- What people ask of connectors, sessions, reservations and commands does its work by functions of the code.
insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('connector', 'start', 'handler', 'Ask the station', 'connector.start', true),
  ('connector', 'stop', 'handler', 'Ask the station', 'connector.stop', true),
  ('connector', 'reserve', 'handler', 'Ask the station', 'connector.reserve', true),
  ('connector', 'cancel', 'handler', 'Ask the station', 'connector.cancel', true),
  ('transaction', 'settle', 'handler', 'Count what the meter told', 'transaction.resolve', true),
  ('reservation', 'cancel', 'handler', 'Ask the station', 'reservation.cancel', true),
  ('command', 'cancel', 'handler', 'Take it out of the queue', 'command.cancel', true);
