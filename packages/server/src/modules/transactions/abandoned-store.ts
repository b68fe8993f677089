import type { Pool, PoolClient } from 'pg'

export interface EndedTransaction {
  id: string
  number: number
  accountId: string
  stationId: string
}

// The station has booted since, and its connector has long been free: no stop will come from a running session.
const endText = `
with ended as (
  update transactions t set state = 'held', stopped_at = coalesce(t.readings_at, s.booted_at),
    meter_stop_wh = coalesce(t.meter_last_wh, t.meter_start_wh)::bigint, power_w = null,
    flags = t.flags || 'ended-without-stop'::text
  from stations s, connectors c
  where t.state = 'running' and s.id = t.station_id and c.station_id = t.station_id
    and c.connector_no = t.connector_no and s.booted_at > t.received_start_at and s.booted_at < $1
    and c.state = 'available' and c.state_received_at >= s.booted_at and c.state_received_at < $1
  returning t.id, t.number, t.account_id, t.station_id),
freed as (
  update connectors c set transaction_number = null, power_w = null, energy_wh = null, soc = null, updated_at = now()
  from ended e where c.station_id = e.station_id and c.transaction_number = e.number)
select id, number, account_id as "accountId", station_id as "stationId" from ended`

/** Ends transactions that a reboot cut off before the given time, and tells of them in the same transaction. */
export async function endAbandoned(
  pool: Pool,
  before: Date,
  tell: (client: PoolClient, ended: EndedTransaction[]) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<EndedTransaction>(endText, [before])
    if (rows.length > 0) await tell(client, rows)
    await client.query('commit')
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}
