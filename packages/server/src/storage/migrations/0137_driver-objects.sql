-- Cars of drivers who belong to no client. Older servers: none.
alter table cars alter client_id drop not null;
create index cars_owner on cars (owner_id) where owner_id is not null;
