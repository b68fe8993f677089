-- Repeated calls of the interface share an entry of the API log, which counts them.
alter table api_log add column calls integer not null default 1;
