/**
 * Returns SQL for the account of the client of a card as JSON (`PrepaidAccount`): null unless the client pays in advance.
 * Clients of the demo are never charged. For other cards it costs one search in the key of clients.
 */
export const prepaidAccountOf = (card: string): string => `(select json_build_object('groupId',
    (select m.group_id from client_group_members m where m.client_id = p.id and m.until is null),
    'currency', p.currency_code,
    'accountCurrency', (select o.currency_code from accounts o where o.id = p.account_id),
    'available', coalesce((
      select json_object_agg(l.currency, l.limit_minor + (select b.credit_minor - b.debit_minor - b.held_minor
        from ledger_balances b where b.ledger_account_id = l.id))
      from ledger_accounts l where l.client_id = p.id), '{}'))
  from clients p where p.id = ${card}.client_id and p.is_prepaid and not p.is_demo)`
