-- What the stations of an account have written into the OCPP log on its last day, in bytes. Older servers: none.
create table ocpp_log_volumes (
  account_id uuid primary key references accounts on delete cascade,
  day date not null, -- UTC
  bytes bigint not null,
  notice_day date -- for which the account's operators got a notice that the limit is reached
);
alter table ocpp_log_volumes enable row level security;
create policy own_account on ocpp_log_volumes using (account_id = wall_account());
