import type { LogFact } from '../shared/facts.ts'
import type { Lane } from './ingest-lane.ts'

const writtenText = `
select distinct x.n from json_to_recordset($1::json) as x(n int, "stationId" uuid, at timestamptz, "messageId" text)
join ocpp_log l on l.station_id = x."stationId" and l.at = x.at and l.message_id is not distinct from x."messageId"`

/** Returns the entries that are already in the log, after a commit with an unknown outcome. */
export async function findWritten(
  lane: Lane,
  entries: readonly LogFact[],
): Promise<(entry: LogFact) => boolean> {
  if (entries.length === 0) return () => false
  const keys = entries.map(({ stationId, at, messageId }, n) => ({ n, stationId, at, messageId }))
  const rows = (await lane.query('find-written', writtenText, [JSON.stringify(keys)])) as { n: number }[]
  const written = new Set(rows.map(({ n }) => entries[n]))
  return (entry) => written.has(entry)
}
