-- Adjustments: corrections of the account of a client by an operator. Older servers: none.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in ('bank', 'clearing', 'dispute',
  'uninvoiced', 'tax', 'unapplied', 'revenue', 'owner_cost', 'fees', 'bad_debt', 'rounding', 'adjustment', 'client'));
alter table ledger_journals drop constraint ledger_journals_kind_check;
alter table ledger_journals add constraint ledger_journals_kind_check check (kind in ('session', 'invoice', 'credit_note',
  'top_up', 'capture', 'bank_transfer', 'refund', 'dispute', 'fee', 'payout', 'owner_share', 'owner_payment', 'rounding',
  'write_off', 'adjustment', 'reversal'));
insert into class_types (class_code, code, name, built_in_name, sequence, is_system)
values ('order', 'adjustment', 'Adjustment', 'Adjustment', 145, true);
