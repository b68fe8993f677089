-- References compared once per statement instead of once per row. Older servers: none.

-- Transfers: accounts and journals are never deleted, and what is compared here never changes, so a check of the added rows is
-- what the foreign keys were.
drop trigger ledger_compare_clients on ledger_transfers;
drop function ledger_compare_clients();
create function ledger_compare_sides() returns trigger language plpgsql as $$
declare
  problem text;
begin
  select case when (d.account_id, d.currency) is distinct from (n.account_id, n.currency)
        or (c.account_id, c.currency) is distinct from (n.account_id, n.currency)
        or (j.account_id, j.currency) is distinct from (n.account_id, n.currency)
      then 'a transfer has no accounts and journal of its account and currency'
      else 'a transfer between two clients, or with another client' end
    into problem
    from added n left join ledger_accounts d on d.id = n.debit_id left join ledger_accounts c on c.id = n.credit_id
      left join ledger_journals j on j.id = n.journal_id
    where (d.account_id, d.currency) is distinct from (n.account_id, n.currency)
      or (c.account_id, c.currency) is distinct from (n.account_id, n.currency)
      or (j.account_id, j.currency) is distinct from (n.account_id, n.currency)
      or n.client_id is distinct from coalesce(d.client_id, c.client_id)
      or d.client_id is not null and c.client_id is not null
    limit 1;
  if found then
    raise exception '%', problem using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_compare_sides after insert on ledger_transfers referencing new table as added
  for each statement execute function ledger_compare_sides();
drop trigger ledger_append_only on ledger_accounts;
create trigger ledger_append_only before delete or truncate on ledger_accounts
  for each statement execute function ledger_append_only();
alter table ledger_transfers
  drop constraint ledger_transfers_journal_id_account_id_currency_fkey,
  drop constraint ledger_transfers_debit_id_account_id_currency_fkey,
  drop constraint ledger_transfers_credit_id_account_id_currency_fkey;
alter table ledger_accounts drop constraint ledger_accounts_id_account_id_currency_key;

-- Tariffs of sessions: session and version are locked until the end of the transaction, like by a foreign key.
create function session_tariffs_have_sessions() returns trigger language plpgsql security definer as $$
declare
  found_rows int;
begin
  perform from added n join transactions t on t.id = n.transaction_id and t.account_id = n.account_id for key share of t;
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
create trigger session_tariffs_have_sessions after insert on session_tariffs referencing new table as added
  for each statement execute function session_tariffs_have_sessions();
create function remove_session_tariffs() returns trigger language plpgsql security definer as $$
begin
  delete from session_tariffs s using gone g where s.transaction_id = g.id;
  return null;
end $$;
create trigger transactions_remove_tariffs after delete on transactions referencing old table as gone
  for each statement execute function remove_session_tariffs();
create function versions_without_sessions() returns trigger language plpgsql security definer as $$
begin
  if exists (select from gone g join session_tariffs s on s.version_id = g.id) then
    raise exception 'a version of a tariff with sessions cannot be deleted' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger tariff_versions_without_sessions after delete on tariff_versions referencing old table as gone
  for each statement execute function versions_without_sessions();
alter table session_tariffs
  drop constraint session_tariffs_transaction_id_fkey,
  drop constraint session_tariffs_account_id_fkey,
  drop constraint session_tariffs_version_id_fkey;

-- Ratings: their accounts, likewise.
create function ratings_have_accounts() returns trigger language plpgsql security definer as $$
declare
  found_rows int;
begin
  perform from accounts a where a.id in (select account_id from added) for key share;
  get diagnostics found_rows = row_count;
  if found_rows <> (select count(distinct account_id) from added) then
    raise exception 'the account of a rating does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger ratings_have_accounts after insert on ratings referencing new table as added
  for each statement execute function ratings_have_accounts();
create function accounts_without_ratings() returns trigger language plpgsql security definer as $$
begin
  if exists (select from gone g join ratings r on r.account_id = g.id) then
    raise exception 'an account with ratings cannot be deleted' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger accounts_without_ratings after delete on accounts referencing old table as gone
  for each statement execute function accounts_without_ratings();
alter table ratings drop constraint ratings_account_id_fkey;
