-- When the provider was last asked about a dispute that is open, or of which nothing was withdrawn. Older servers: they do not ask.

alter table disputes add column checked_at timestamptz;
create index disputes_to_check on disputes (coalesce(checked_at, updated_at)) where state = 'open' or not is_withdrawn;
