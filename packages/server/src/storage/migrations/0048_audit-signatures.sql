-- Entries of the audit trail are signed by the server process that writes them. Older servers: none beside this one,
-- because what they write is not signed.
alter table audit_log
  add column signature bytea,
  -- set by the sealer: the entry was not written by a server of this installation, and gets no place in the chain
  add column is_rejected boolean not null default false;
drop index audit_log_unsealed;
create index audit_log_unsealed on audit_log (id) where seq is null and not is_rejected;
create index audit_log_rejected on audit_log (id) where is_rejected;
