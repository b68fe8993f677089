-- The sessions of added tariffs are found by their key: in a join, all sessions were read for a thousand of twenty thousand.
-- Older servers: none.

create or replace function session_tariffs_have_sessions() returns trigger language plpgsql security definer as $$
declare
  found_rows int;
begin
  perform from added n join transactions t on t.id = n.transaction_id and t.account_id = n.account_id
    where t.id = any (array(select transaction_id from added)) for key share of t;
  get diagnostics found_rows = row_count;
  if found_rows <> (select count(*) from added) then
    raise exception 'the tariff of a session has no session of its account' using errcode = 'foreign_key_violation';
  end if;
  perform from tariff_versions v where v.id in (select version_id from added) for key share;
  get diagnostics found_rows = row_count;
  if found_rows <> (select count(distinct version_id) from added) then
    raise exception 'the tariff of a session does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
do $$
begin
  execute format('alter function session_tariffs_have_sessions() set search_path = %I, pg_temp', current_schema());
end $$;
