import type { Pool, PoolClient } from 'pg'

export interface EndedTransaction {
  id: string
  number: number
  accountId: string
  stationId: string
}

/** Frees the connectors of the `ended` transactions, and returns the transactions. */
const freeConnectors = `freed as (
  update evses c set transaction_number = null, power_w = null, energy_wh = null, soc = null, updated_at = now()
  from ended e where c.station_id = e.station_id and c.transaction_number = e.number),
noted as (
  insert into activity (id, at, account_id, kind, station_id, evse_no, transaction_number, card_id, id_tag, details)
  select activity_id(now()), now(), account_id, 'session_review', station_id, evse_no, number, card_id, id_tag,
    '{"reason": "ended-without-stop"}'
  from ended)
select id, number, account_id as "accountId", station_id as "stationId" from ended`

// The station has booted since, and its connector has been free for long: the running session will get no
// stop. A reading may have an earlier time than the start if the clock of the station was corrected.
const endText = `
with ended as (
  update transactions t set state = 'needs_review', stopped_at = greatest(t.started_at, coalesce(t.readings_at, s.booted_at)),
    meter_stop_wh = coalesce(t.meter_last_wh, t.meter_start_wh)::bigint, power_w = null,
    flags = t.flags || 'ended-without-stop'::text
  from stations s, evses c
  where t.state = 'running' and s.id = t.station_id and c.station_id = t.station_id
    and c.evse_no = t.evse_no and s.booted_at > t.received_start_at and s.booted_at < $1
    and c.state = 'available' and c.state_received_at >= s.booted_at and c.state_received_at < $1
  returning t.id, t.number, t.account_id, t.station_id, t.evse_no, t.card_id, t.id_tag),
${freeConnectors}`

/** Transactions ended per run; the next run ends more. */
const maxPerRun = 1_000

// A connector has one transaction: an older one is left over from a start over another connection or an
// earlier version.
const endSurplusText = `
with surplus as (
  select t.id from (
    select id, row_number() over (partition by station_id, evse_no order by id desc) as place
    from transactions where state = 'running') t
  where t.place > 1 limit ${maxPerRun}),
ended as (
  update transactions t set state = 'needs_review', stopped_at = greatest(t.started_at, t.readings_at),
    meter_stop_wh = coalesce(t.meter_last_wh, t.meter_start_wh)::bigint, power_w = null,
    flags = t.flags || 'ended-without-stop'::text
  from surplus where t.id = surplus.id and t.state = 'running'
  returning t.id, t.number, t.account_id, t.station_id, t.evse_no, t.card_id, t.id_tag),
${freeConnectors}`

type Report = (client: PoolClient, ended: EndedTransaction[]) => Promise<void>

/**
 * Ends transactions that were interrupted by a reboot before the given time, and reports them in the same
 * transaction.
 */
export const endAbandoned = async (pool: Pool, before: Date, report: Report): Promise<void> =>
  void (await endBy(pool, { text: endText, values: [before] }, report))

/** Ends transactions that run on a connector where a newer one runs, and reports them in the same transaction. */
export async function endSurplus(pool: Pool, report: Report): Promise<void> {
  while ((await endBy(pool, { text: endSurplusText, values: [] }, report)) === maxPerRun);
}

/** Returns how many transactions the statement ended. */
async function endBy(
  pool: Pool,
  statement: { text: string; values: unknown[] },
  report: Report,
): Promise<number> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<EndedTransaction>(statement)
    if (rows.length > 0) await report(client, rows)
    await client.query('commit')
    return rows.length
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}
