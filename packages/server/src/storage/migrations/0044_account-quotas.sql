-- Limits of what one account may have; null: the default of the server (ACCOUNT_MAX_…). Older servers: none.
alter table accounts
  add column max_stations int check (max_stations >= 0),
  add column max_cards int check (max_cards >= 0),
  add column max_users int check (max_users >= 0),
  add column max_log_mib_per_day int check (max_log_mib_per_day >= 0);
