-- Security profiles of stations (0 to 3): the highest with which each has connected, which is the lowest that it may use, and that of
-- its newest connection. Older servers: none.
alter table stations add column security_profile smallint not null default 0 check (security_profile between 0 and 3),
  add column connected_profile smallint check (connected_profile between 0 and 3);
