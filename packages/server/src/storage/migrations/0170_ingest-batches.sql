-- Batches of messages of stations, by which a process learns whether one was committed although its connection broke.
-- Older servers: none; they may store messages of such a batch twice.
create table ingest_batches (
  -- connection of a process that writes batches
  lane_id uuid not null,
  number bigint not null,
  -- true: it was not committed and can no longer be, because its own row would be the second of this key
  is_abandoned boolean not null default false,
  at timestamptz not null default now(),
  primary key (lane_id, number)
);
