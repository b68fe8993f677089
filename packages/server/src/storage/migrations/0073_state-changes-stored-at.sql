-- State changes have the time when they were stored: those of late messages wait as long as others. Older servers: no, the column has
-- a new name.
alter table state_changes rename happened_at to stored_at;
alter table state_changes alter stored_at set default now();
