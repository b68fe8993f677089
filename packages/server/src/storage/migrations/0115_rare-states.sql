-- Lists: sessions of a state or reason that few have, and commands by state, action and error. No session that starts or ends as
-- usual has an entry in the indexes of sessions, and no message of a station writes commands. Older servers: none.
create index transactions_state on transactions (state, account_id, started_at desc, id desc)
  where state not in ('running', 'finished');
create index transactions_reason on transactions (stop_reason, account_id, started_at desc, id desc)
  where stop_reason not in ('Local', 'Remote', 'EVDisconnected');

create index commands_state on commands (state, account_id, created_at desc, id desc) where state <> 'accepted';
create index commands_action on commands (action, account_id, created_at desc, id desc);
create index commands_error on commands (account_id, created_at desc, id desc) where error_code is not null;
