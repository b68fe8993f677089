import { connectorStates } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { toWireText } from '@stationmaster/ocpp'
import type { Pool, PoolClient } from 'pg'
import { parseRow } from '../../shared/columns.ts'
import { transactionColumns } from '../../shared/fact-columns.ts'
import { maxOrphanStops } from '../../shared/orphan-limits.ts'
import type { EvseKnowledge, OrphanStop, StationKnowledge } from '../../shared/station-connection.ts'
import { jsonObject } from '../../storage/ingest-rows.ts'
import { foldCode } from '../cards/index.ts'
import type { AdmittedConnection, Registration, StationChanges } from '../../shared/admission.ts'
import type { CandidatePlace, CandidateStation, PlaceOfRequest } from './admission.ts'
import { placeOfStation, timeZoneOfStation } from './site-store.ts'

interface PlaceRow {
  accountId: string | null
  candidates:
    | (Omit<CandidateStation, 'keys' | 'openUntil'> & {
        openUntil: string | null
        keys: { id: string; hash: string; isUsed: boolean }[] | null
      })[]
    | null
  issuedTo: string | null
}

/** True for a connector in a state that a user has set, not the station. */
const isTaken = `c.state not in (${connectorStates
  .filter((state) => state !== 'disabled' && state !== 'deleted')
  .map((state) => `'${state}'`)
  .join(', ')})`

// a state added by an administrator counts as its type
const effectiveState = `case when s.state in ('created', 'available', 'unavailable', 'faulted', 'disabled', 'deleted')
  then s.state else state_type_of('charge_point', s.state) end`

// Stations of one identity that the short address considers: this bounds the work of a request.
const maxCandidates = 32

const candidateColumns = `s.id, s.account_id as "accountId", s.identity, ${effectiveState} as state,
  s.auth_mode as "authMode", s.open_until as "openUntil", s.subprotocol_optional as "mayOmitSubprotocol", s.security_profile as "securityProfile",
  (select json_agg(json_build_object('id', k.id, 'hash', encode(k.hash, 'hex'), 'isUsed', k.first_used_at is not null)
     order by k.created_at desc)
   from station_keys k where k.station_id = s.id and k.retired_at is null) as keys`

/** True for a certificate with which a station may connect. */
const isAccepted = `i.state not in ('revoked', 'superseded')`

// If no account has the code, stations of all accounts are read as for the short address: a station that
// proves its identity by its key or certificate has a wrong code, which its owner can be shown.
const candidatesText = `
select a.id as "accountId", c.candidates, (select i.station_id from station_certificates i
  where i.fingerprint = x.fingerprint and ${isAccepted}) as "issuedTo"
from unnest($1::text[], $2::text[], $3::text[]) with ordinality as x(code, identity, fingerprint, n)
left join accounts a on a.code = x.code
cross join lateral (
  select json_agg(one) as candidates from (
    select ${candidateColumns} from stations s
    where s.account_id = a.id and s.identity = x.identity and ${effectiveState} <> 'deleted'
    union all
    (select ${candidateColumns} from stations s
    where a.id is null and s.identity = x.identity and ${effectiveState} <> 'deleted'
    order by s.created_at, s.id limit ${maxCandidates})) one) c
order by x.n`

/** Reads the stations that requests may mean, with their valid keys; returns them in the order of the places. */
export async function findCandidates(
  pool: Pool,
  places: readonly PlaceOfRequest[],
): Promise<CandidatePlace[]> {
  // PostgreSQL accepts no NUL in a text, and one such address must not fail the others of its batch
  const codes = places.map(({ accountCode }) => (accountCode?.includes('\0') ? '' : accountCode))
  const { rows } = await pool.query<PlaceRow>(candidatesText, [
    codes,
    places.map(({ identity }) => identity),
    places.map(({ certificate }) => certificate?.fingerprint ?? null),
  ])
  return rows.map(({ accountId, candidates, issuedTo }) => ({
    accountId,
    issuedTo,
    candidates: (candidates ?? []).map(({ openUntil, keys, ...station }) => ({
      ...station,
      openUntil: openUntil === null ? null : new Date(openUntil),
      keys: (keys ?? []).map((key) => ({ ...key, hash: Buffer.from(key.hash, 'hex') })),
    })),
  }))
}

// Who withdraws credentials closes the connections of the station that exist then. This one may not have existed yet when
// its credentials were checked, so they are checked again. By scalar subqueries: for `exists` after `or` the planner
// reads all keys at each call.
const registerText = `
update stations s set is_connected = true, connection_changed_at = now(), connection_epoch = s.connection_epoch + 1,
  connected_process = $2, remote_address = x.address, protocol = x.protocol, last_seen_at = now(), is_unresponsive = false,
  security_profile = greatest(s.security_profile, x."securityProfile"), connected_profile = x."securityProfile"
from json_to_recordset($1::json) as x("stationId" uuid, identity text, address text, protocol text,
  "securityProfile" smallint, "keyId" uuid, "usedCertificate" text)
where s.id = x."stationId" and s.identity = x.identity and ${effectiveState} not in ('disabled', 'deleted')
  and (x."securityProfile" > 0 or s.auth_mode = 'open')
  and (x."keyId" is null or (select k.retired_at is null from station_keys k where k.id = x."keyId"))
  and (x."usedCertificate" is null
    or (select ${isAccepted} from station_certificates i where i.fingerprint = x."usedCertificate"))
returning s.id, s.connection_epoch as epoch`

// The first connection with a new key retires the older ones: until then the station may not know it yet
// (P20).
const useKeysText = `
with used as (
  update station_keys k set first_used_at = now()
  where k.id = any($1::uuid[]) and k.first_used_at is null returning k.station_id, k.created_at)
update station_keys k set retired_at = now()
where k.station_id = any(array(select station_id from used)) and k.retired_at is null
  and k.created_at < (select max(u.created_at) from used u where u.station_id = k.station_id)`

// The first connection with a new certificate retires the older ones, as with keys. It is installed, even if the
// answer to CertificateSigned was lost; one that was revoked in the same moment stays so.
const useCertificatesText = `
with used as (
  update station_certificates c set last_used_at = now(),
    state = case when c.state in ('issued', 'sent', 'rejected') then 'installed' else c.state end
  from station_certificates o
  where c.fingerprint = any($1::text[]) and o.id = c.id
  returning c.station_id, c.issued_at, o.last_used_at is null as "isFirst")
update station_certificates c set state = 'superseded' from used u
where u."isFirst" and c.station_id = u.station_id and c.issued_at < u.issued_at and c.state in ('issued', 'sent', 'installed')`

/** The newest running transaction on each connector; a job ends older ones. */
const running = `(select distinct on (t.evse_no) t.* from transactions t
  where t.station_id = s.id and t.state = 'running' order by t.evse_no, t.id desc limit 200) t`

const knowledgeText = `
select s.id, s.account_id as "accountId", a.code as "accountCode", s.identity, a.boot_policy as policy, s.approval,
  a.heartbeat_seconds as "heartbeatSeconds", a.ask_on_boot as "askOnBoot", s.boot_status as "bootStatus",
  s.booted_at as "bootedAt", ${timeZoneOfStation} as "timeZone", ${placeOfStation} as place, s.state, s.display_state as "displayState",
  (select json_agg(json_build_object('no', c.evse_no, 'id', c.id, 'state', c.state, 'isTaken', ${isTaken}, 'errorCode', c.error_code,
     'info', c.info, 'vendorErrorCode', c.vendor_error_code, 'sinceMs', extract(epoch from c.state_since) * 1000,
     'maxPowerW', c.max_power_w, 'isAnnounced', c.is_announced, 'lastTransaction', (
       select json_build_object('id', t.id, 'startedAt', t.started_at) from transactions t
       where t.id = c.last_transaction_id), 'transactionStateCount', (
       select count(*) from transaction_states e where e.transaction_id = coalesce(
         (select t.id from transactions t where t.number = c.transaction_number), c.last_transaction_id))))
   from evses c where c.station_id = s.id) as evses,
  (select json_agg(${jsonObject('t', transactionColumns)})
   from ${running}) as running,
  (select json_agg(json_build_object('id', q.id, 'stop', q.stop_fields, 'receivedAt', q.received_at)
     order by q.received_at)
   from (select q.id, q.stop_fields, q.received_at from unmatched_messages q
     where q.station_id = s.id and q.resolved_at is null and q.kind = 'stop-unknown' and q.stop_fields is not null
     order by q.received_at desc limit ${maxOrphanStops}) q) as orphans,
  (select json_agg(distinct q.evse_no) from unmatched_messages q
   where q.station_id = s.id and q.resolved_at is null and q.kind = 'meter-unknown') as "orphanSamples",
  exists (select from commands c where c.station_id = s.id and c.state = 'queued') as "hasCommands",
  exists (select from commands c where c.station_id = s.id and c.action = 'Reset' and c.restarted_at is null
    and c.sent_at > greatest(now() - interval '10 minutes', s.booted_at)
    and c.state in ('sent', 'accepted', 'timeout', 'unknown')) as "isBootRequested"
from stations s join accounts a on a.id = s.account_id
where s.id = any($1::uuid[])`

type LoadedEvse = Omit<EvseKnowledge, 'stateSinceMs' | 'reportedMs' | 'lastTransaction'> & {
  sinceMs: number
  lastTransaction: { id: string; startedAt: string } | null
}

type Loaded = Omit<StationKnowledge, 'evses' | 'running' | 'orphanStops' | 'orphanSamples' | 'zeroState'> & {
  evses: (LoadedEvse & { no: number })[] | null
  running: Record<keyof typeof transactionColumns, unknown>[] | null
  orphans: { id: string; stop: string; receivedAt: string }[] | null
  /** Connectors with values of unknown transactions. */
  orphanSamples: (number | null)[] | null
  hasCommands: boolean
  isBootRequested: boolean
}

/** Texts of the statements that look up, authenticate and register stations. */
export const admissionTexts = {
  'station-lookup': candidatesText,
  'station-register': registerText,
  'station-keys': useKeysText,
  'station-certificates': useCertificatesText,
  'station-knowledge': knowledgeText,
}

const notifyText = 'select pg_notify($1, $2)'

export interface NotifyChannels {
  channel: string
  pack(events: readonly BusEvent[]): string[]
}

/**
 * Makes each connection the station's current one: its epoch is higher than any before, in all processes. The
 * stations must differ.
 */
export async function registerConnections(
  pool: Pool,
  connections: AdmittedConnection[],
  own: { processName: string; wire: NotifyChannels },
): Promise<(Registration | null)[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const registered = await register(client, connections, own)
    await client.query('commit')
    client.release()
    return registered
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

async function register(
  client: PoolClient,
  connections: AdmittedConnection[],
  { processName, wire }: { processName: string; wire: NotifyChannels },
) {
  const given = JSON.stringify([...connections].sort((a, b) => (a.stationId < b.stationId ? -1 : 1)))
  const epochs = await client.query<{ id: string; epoch: number }>(registerText, [given, processName])
  const epochOf = new Map(epochs.rows.map(({ id, epoch }) => [id, epoch]))
  const accepted = connections.filter(({ stationId }) => epochOf.has(stationId))
  const keys = accepted.filter(({ isKeyFresh }) => isKeyFresh)
  if (keys.length > 0) await client.query(useKeysText, [keys.map(({ keyId }) => keyId)])
  const certificates = accepted.flatMap(({ usedCertificate }) => usedCertificate ?? [])
  if (certificates.length > 0) await client.query(useCertificatesText, [certificates])
  const ids = accepted.map(({ stationId }) => stationId)
  const { rows } = await client.query<Loaded>(knowledgeText, [ids])
  const loaded = new Map(rows.map((row) => [row.id, row]))
  const registrations = connections.map(({ stationId }) => {
    const row = loaded.get(stationId)
    const epoch = epochOf.get(stationId)
    return row && epoch !== undefined
      ? {
          epoch,
          station: asKnowledge(row),
          hasCommands: row.hasCommands,
          isBootRequested: row.isBootRequested,
        }
      : null
  })
  for (const packet of wire.pack(
    registrations.flatMap((one) => (one ? registeredEvents(one, processName) : [])),
  ))
    await client.query(notifyText, [wire.channel, packet])
  return registrations
}

function registeredEvents({ station, epoch }: Registration, process: string): BusEvent[] {
  const { id, accountId } = station
  return [
    { kind: 'station.taken', station: id, epoch, process },
    { kind: 'hint', account: accountId, hint: { kind: 'station.changed', station: id, ids: [id] } },
  ]
}

function asKnowledge(row: Loaded): StationKnowledge {
  const { evses, running, orphans, orphanSamples, hasCommands: _, isBootRequested: __, ...station } = row
  return {
    ...station,
    zeroState: row.state === 'faulted' ? 'faulted' : null,
    evses: new Map((evses ?? []).map(({ no, ...evse }) => [no, asEvse(evse)])),
    running: new Map(
      (running ?? []).map((one) => parseRow(transactionColumns, one)).map((one) => [one.number, one]),
    ),
    orphanSamples: new Set((orphanSamples ?? []).filter((no) => no !== null)),
    orphanStops: (orphans ?? []).flatMap(asOrphan),
  }
}

const asEvse = ({ sinceMs, lastTransaction: last, ...evse }: LoadedEvse): EvseKnowledge => ({
  ...evse,
  stateSinceMs: sinceMs,
  reportedMs: sinceMs,
  lastTransaction: last && { id: last.id, startedAt: new Date(last.startedAt) },
})

function asOrphan({
  id,
  stop: text,
  receivedAt,
}: {
  id: string
  stop: string
  receivedAt: string
}): OrphanStop[] {
  // Rows of older servers hold the stop as it was sent, possibly malformed: only a valid one can be joined.
  const stop = JSON.parse(text) as OrphanStop['stop']
  const { idTag, timestamp, meterStop } = stop
  if (typeof idTag !== 'string' || typeof timestamp !== 'string' || typeof meterStop !== 'number') return []
  const stoppedAtMs = Date.parse(timestamp)
  if (Number.isNaN(stoppedAtMs)) return []
  const idTagFolded = foldCode(toWireText(idTag))
  return [{ unmatchedMessageId: id, idTagFolded, stoppedAtMs, receivedAt: new Date(receivedAt), stop }]
}

const policyText = `
select s.id, a.boot_policy as policy, s.approval, a.heartbeat_seconds as "heartbeatSeconds",
  a.ask_on_boot as "askOnBoot", ${timeZoneOfStation} as "timeZone", ${placeOfStation} as place, s.state, s.identity, s.connection_epoch as epoch,
  ${effectiveState} in ('disabled', 'deleted') as "isOff",
  (select json_agg(json_build_object('no', c.evse_no, 'maxPowerW', c.max_power_w, 'state', c.state,
     'isTaken', ${isTaken}))
   from evses c where c.station_id = s.id) as evses,
  (select json_agg(i.fingerprint) from station_certificates i where i.station_id = s.id and ${isAccepted}) as certificates,
  (select json_agg(t.number) from ${running}) as running
from stations s join accounts a on a.id = s.account_id where s.id = any($1::uuid[])`

export async function readChanges(pool: Pool, ids: string[]): Promise<(StationChanges | null)[]> {
  const { rows } = await pool.query<StationChanges>(policyText, [ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** One statement for 100,000 stations would exceed the statement timeout. */
const orphansPerStatement = 1_000

/** Marks the stations of a condition with the parameter $1 offline, and adds this to the activity. */
const offlineText = (condition: string) => `
with lost as (
update stations set is_connected = false, connection_changed_at = now()
where id in (
  select id from stations
  where is_connected and ${condition}
  order by id limit ${orphansPerStatement} for no key update skip locked)
returning id, account_id, last_seen_at),
noted as (
  insert into activity (id, at, account_id, kind, station_id, details)
  select activity_id(now()), now(), account_id, 'disconnected', id,
    jsonb_strip_nulls(jsonb_build_object('reason', 'ServerLost', 'lastseen',
      to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from lost)
select count(*)::int as count, array_agg(distinct account_id) as accounts from lost`

// A process counts as alive while one of its connections to the database is open.
const orphansOfflineText =
  offlineText(`(last_seen_at is null or last_seen_at < now() - make_interval(secs => $1))
    and (connected_process is null or connected_process not in (
      select application_name from pg_stat_activity where datname = current_database()))`)

const processesOfflineText = offlineText('connected_process = any($1::text[])')

const lostOfflineText = offlineText(`(id, connection_epoch) in (
  select x.id, x.epoch from json_to_recordset($1::json) as x(id uuid, epoch integer))`)

/** Connection of a station in the database. */
interface StoredConnection {
  id: string
  epoch: number
}

/** Returns the connections that the database has for a process, of stations not heard from for some seconds. */
export async function findSilent(pool: Pool, process: string, silentSeconds: number) {
  const { rows } = await pool.query<StoredConnection>(
    `select id, connection_epoch as epoch from stations
    where is_connected and connected_process = $1
      and (last_seen_at is null or last_seen_at < now() - make_interval(secs => $2))`,
    [process, silentSeconds],
  )
  return rows
}

/** Marks stations offline whose newest connection is one of these. */
export async function markLostOffline(pool: Pool, connections: readonly StoredConnection[]): Promise<void> {
  if (connections.length > 0) await markOffline(pool, lostOfflineText, JSON.stringify(connections))
}

/**
 * Marks stations offline whose process has ended, in statements of 1,000 stations.
 * @param silentSeconds only stations not heard from for this long: a process may be reconnecting
 */
export const markOrphansOffline = async (pool: Pool, silentSeconds: number): Promise<void> =>
  void (await markOffline(pool, orphansOfflineText, silentSeconds))

/** Marks the stations of these processes offline, in statements of 1,000; returns the accounts of these stations. */
export const markProcessesOffline = (pool: Pool, processes: readonly string[]): Promise<Set<string>> =>
  markOffline(pool, processesOfflineText, processes)

async function markOffline(pool: Pool, text: string, value: unknown): Promise<Set<string>> {
  const accounts = new Set<string>()
  let count: number | undefined
  do {
    const { rows } = await pool.query<{ count: number; accounts: string[] | null }>(text, [value])
    count = rows[0]?.count
    for (const account of rows[0]?.accounts ?? []) accounts.add(account)
  } while (count === orphansPerStatement)
  return accounts
}
