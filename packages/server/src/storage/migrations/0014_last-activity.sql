-- When a person was last here, whether the session has ended or not. Older servers: none.
create index sessions_activity on sessions (user_id, last_used_at desc);
