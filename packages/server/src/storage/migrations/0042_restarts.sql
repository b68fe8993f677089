-- When a station came back after a Reset. Older servers: none.
alter table commands add column restarted_at timestamptz; -- of a Reset: its first boot afterwards
create index commands_resets on commands (sent_at) where action = 'Reset' and restarted_at is null;
