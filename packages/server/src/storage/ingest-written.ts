import type { EventFact, FactRows, LogFact } from '../shared/facts.ts'
import type { Lane } from './ingest-lane.ts'

const writtenText = `
select distinct x.n from json_to_recordset($1::json) as x(n int, "stationId" uuid, at timestamptz, "messageId" text)
join ocpp_log l on l.station_id = x."stationId" and l.at = x.at and l.message_id is not distinct from x."messageId"`

/** Returns the entries that are already in the log, after a commit with an unknown outcome. */
export const findWritten = (lane: Lane, entries: readonly LogFact[]): Promise<(entry: LogFact) => boolean> =>
  findRows(lane, entries, {
    name: 'find-written',
    text: writtenText,
    keyOf: ({ stationId, at, messageId }) => ({ stationId, at, messageId }),
  })

const writtenEventsText = `
select distinct x.n from json_to_recordset($1::json) as x(n int, "stationId" uuid, "atMs" bigint, kind text, "evseNo" int,
  "transactionNumber" int)
join activity a on a.id >= (x."atMs" << 20) and a.id < ((x."atMs" + 1) << 20)
  and a.station_id = x."stationId" and a.kind = x.kind and a.evse_no is not distinct from x."evseNo"
  and a.transaction_number is not distinct from x."transactionNumber"`

/** Returns the events that are already stored, after a commit with an unknown outcome. */
export const findWrittenEvents = (
  lane: Lane,
  events: readonly EventFact[],
): Promise<(event: EventFact) => boolean> =>
  findRows(lane, events, {
    name: 'find-written-events',
    text: writtenEventsText,
    keyOf: ({ stationId, atMs, kind, evseNo, transactionNumber }) => ({
      stationId,
      atMs,
      kind,
      evseNo,
      transactionNumber,
    }),
  })

type SecurityEventFact = FactRows['securityEvents']

const writtenSecurityEventsText = `
select distinct x.n from json_to_recordset($1::json) as x(n int, "stationId" uuid, "receivedAt" timestamptz, type text)
join security_events e on e.station_id = x."stationId" and e.received_at = x."receivedAt" and e.type = x.type`

/** Returns the security events that are already stored, after a commit with an unknown outcome. */
export const findWrittenSecurityEvents = (
  lane: Lane,
  events: readonly SecurityEventFact[],
): Promise<(event: SecurityEventFact) => boolean> =>
  findRows(lane, events, {
    name: 'find-written-security-events',
    text: writtenSecurityEventsText,
    keyOf: ({ stationId, receivedAt, type }) => ({ stationId, receivedAt, type }),
  })

type UnmatchedFact = FactRows['unmatchedMessages']

const writtenUnmatchedText = `
select distinct x.n from json_to_recordset($1::json)
  as x(n int, "stationId" uuid, kind text, "payloadHash" text, "receivedAt" timestamptz)
join unmatched_messages q on q.station_id = x."stationId" and q.kind = x.kind and q.payload_hash = x."payloadHash"
  and q.last_at >= x."receivedAt"`

/** Returns the unmatched messages that are already counted, after a commit with an unknown outcome. */
export const findWrittenUnmatched = (
  lane: Lane,
  messages: readonly UnmatchedFact[],
): Promise<(message: UnmatchedFact) => boolean> =>
  findRows(lane, messages, {
    name: 'find-written-unmatched',
    text: writtenUnmatchedText,
    keyOf: ({ stationId, kind, payloadHash, receivedAt }) => ({ stationId, kind, payloadHash, receivedAt }),
  })

async function findRows<Row>(
  lane: Lane,
  given: readonly Row[],
  { name, text, keyOf }: { name: string; text: string; keyOf: (row: Row) => object },
): Promise<(row: Row) => boolean> {
  if (given.length === 0) return () => false
  const keys = given.map((row, n) => ({ n, ...keyOf(row) }))
  const rows = (await lane.query(name, text, [JSON.stringify(keys)])) as { n: number }[]
  const written = new Set(rows.map(({ n }) => given[n]))
  return (row) => written.has(row)
}
