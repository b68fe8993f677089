import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'

/** Failed attempts after which the price of a session counts as failed; incidents have a limit of their own. */
export const failedAfter = 3

/**
 * Returns the joins of `sessionPriceColumns` to `transactions t`. Users of a client see the prices that it pays, not
 * those of others at its stations.
 */
export const sessionPriceTables = ({ isAdmin, clientId }: Scope): RawBuilder<unknown> => {
  const isLimited = !isAdmin && clientId !== null
  return sql`left join ratings pr on pr.transaction_id = t.id and pr.superseded_by is null
      and pr.hold_reason is distinct from 'proposed'${isLimited ? sql` and pr.client_id = ${clientId}` : sql``}
    left join rating_waits pq on pq.transaction_id = t.id${isLimited ? sql` and false` : sql``}`
}

/** Price of a session; that of a running one is computed, see `withRunningCosts`. */
export const sessionPriceColumns = {
  cost: column.decimal(
    sql`case when t.state <> 'running' and pr.currency is not null
      then round(pr.gross_minor / 10::numeric ^ pr.digits, pr.digits) end`,
    'nullable',
  ),
  currency: column.text(sql`case when t.state <> 'running' then pr.currency end`, 'nullable'),
  pricestate: column.text(
    sql`case when t.state = 'running' then null when pq.attempts >= ${sql.lit(failedAfter)} then 'failed'
      when pq.transaction_id is not null then 'waiting'
      when pr.id is null then case when t.received_stop_at > now() - interval '10 minutes' then 'waiting' end
      when pr.hold_reason is null then 'rated' else 'held' end`,
    'nullable',
  ),
  holdreason: column.text(sql`case when t.state <> 'running' then pr.hold_reason end`, 'nullable'),
}
