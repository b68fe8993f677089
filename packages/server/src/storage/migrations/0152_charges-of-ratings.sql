-- References that are checked once per statement, or that follow from others. Older servers: none.

-- A rating without charges of its own can be deleted if it is of the demo; any other never. So a check when charges are added is
-- enough, and it compares more than the foreign key did.
create function charges_have_ratings() returns trigger language plpgsql security definer as $$
begin
  if exists (select from added n left join ratings r on r.id = n.rating_id
      where r.account_id is distinct from n.account_id or r.transaction_id is distinct from n.transaction_id
        or r.hold_reason = 'demo') then
    raise exception 'a charge has no rating of its account and session' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
-- Before charges_add_revenue: triggers of an event run in the order of their names.
create trigger charges_a_have_ratings after insert on charges referencing new table as added
  for each statement execute function charges_have_ratings();

create function charges_stay_with_rating() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger charges_stay_with_rating before update of rating_id, account_id, transaction_id on charges
  for each statement execute function charges_stay_with_rating();
create trigger ratings_not_truncated before truncate on ratings
  for each statement execute function charges_stay_with_rating();
alter table charges drop constraint charges_rating_id_fkey;

-- Written by triggers of charges, and for ratings of the demo: the account is that of the rating.
alter table revenue_entries drop constraint revenue_entries_account_id_fkey;
-- A journal has transfers, whose foreign keys compare its account with that of their ledger accounts.
alter table ledger_journals drop constraint ledger_journals_account_id_fkey;
