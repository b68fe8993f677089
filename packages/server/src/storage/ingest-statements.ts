import { factColumns, transactionColumns } from '../shared/fact-columns.ts'
import type { FactKind, FactRows } from '../shared/facts.ts'
import { givenColumns, sourceRows, tableColumns } from './ingest-rows.ts'

/**
 * Statement that writes the facts of one kind: one prepared statement for all rows of a batch; see
 * `givenRows`.
 */
export interface FactStatement<Row> {
  text: string
  /** Key under which rows are merged; rows are written in the order of their keys to avoid deadlocks. */
  key?: (row: Row) => string
  /** True if the statement also stores state changes for which scripts are registered; see `recordChanges`. */
  recordsChanges?: boolean
  /** Merges two rows with one key, in the order of arrival; without it the later one replaces the earlier. */
  merge?: (earlier: Row, later: Row) => Row
}

const rows = (kind: FactKind) => `from ${sourceRows(factColumns[kind])}`

/** Returns the beginning of a statement that inserts given rows, whose columns have the names of the table's. */
const insertInto = (table: string, kind: FactKind): string => `
insert into ${table} (${tableColumns(factColumns[kind])})
select ${givenColumns(factColumns[kind])}`

/** Flag of a transaction that ended without a stop; a late stop removes it. */
export const endedWithoutStop = 'ended-without-stop'

const boots = {
  key: (row: FactRows['boots']) => row.stationId,
  text: `
update stations s set boot_status = x.status, booted_at = x."bootedAt", boot_count = s.boot_count + 1,
  vendor = x.vendor, model = x.model, serial_number = coalesce(x."serialNumber", s.serial_number),
  box_serial_number = coalesce(x."boxSerialNumber", s.box_serial_number),
  firmware_version = coalesce(x."firmwareVersion", s.firmware_version),
  iccid = coalesce(x.iccid, s.iccid), imsi = coalesce(x.imsi, s.imsi),
  meter_type = coalesce(x."meterType", s.meter_type),
  meter_serial_number = coalesce(x."meterSerialNumber", s.meter_serial_number),
  boot_payload = x.payload, last_seen_at = x."bootedAt",
  state = case when s.state = 'created' and x.status = 'Accepted' then 'unavailable' else s.state end,
  updated_at = now()
${rows('boots')}
where s.id = x."stationId"`,
}

const stationStates = {
  key: (row: FactRows['stationStates']) => row.stationId,
  merge: (earlier: FactRows['stationStates'], later: FactRows['stationStates']) => ({
    stationId: later.stationId,
    displayState: later.displayState ?? earlier.displayState,
    state: later.state ?? earlier.state,
    statusPayload: later.statusPayload ?? earlier.statusPayload,
  }),
  text: `
update stations s set display_state = coalesce(x."displayState", s.display_state),
  state = case when s.state in ('disabled', 'deleted') then s.state else coalesce(x.state, s.state) end,
  status_payload = coalesce(x."statusPayload", s.status_payload)
${rows('stationStates')}
where s.id = x."stationId"`,
}

const responsiveness = {
  key: (row: FactRows['responsiveness']) => row.stationId,
  text: `
update stations s set is_unresponsive = x."isUnresponsive" ${rows('responsiveness')}
where s.id = x."stationId" and s.connection_epoch = x.epoch`,
}

const evseKey = (row: { stationId: string; evseNo: number }) => `${row.stationId}/${row.evseNo}`

const evses = {
  key: evseKey,
  text: `${insertInto('evses as c', 'evses')}
${rows('evses')}
on conflict (station_id, evse_no) do update set state = excluded.state, error_code = excluded.error_code,
  info = excluded.info, vendor_error_code = excluded.vendor_error_code, state_since = excluded.state_since,
  state_received_at = excluded.state_received_at, is_announced = true, updated_at = now()
where (c.state_since <= excluded.state_since or not c.is_announced) and c.state not in ('disabled', 'deleted')`,
}

/** A job notifies operators of faults; only the latest fault per connector is stored. */
const faults = {
  key: evseKey,
  text: `${insertInto('station_faults as f', 'faults')}
${rows('faults')}
on conflict (station_id, evse_no) do update set account_id = excluded.account_id,
  error_code = excluded.error_code, happened_at = excluded.happened_at, is_due = true`,
}

// A conflict with the unique keys fails the batch: it is decided again, and then the first start is found.
const starts = {
  key: (row: FactRows['starts']) => `${row.stationId}/${row.startKey}/${row.number}`,
  text: `
with given as (select * ${rows('starts')}),
made as (
  insert into transactions (${tableColumns(transactionColumns)})
  select ${givenColumns(transactionColumns)} from given x)
insert into evses as c (id, account_id, station_id, evse_no, transaction_number, energy_wh, readings_at,
  state_since, is_announced)
select "evseId", "accountId", "stationId", "evseNo", number, 0, "receivedStartAt", "startedAt", false
from given where "evseNo" > 0
on conflict (station_id, evse_no) do update set transaction_number = excluded.transaction_number,
  energy_wh = 0, power_w = null, soc = null, readings_at = excluded.readings_at, updated_at = now()`,
}

const freeEvses = `
update evses c set transaction_number = null, power_w = null, energy_wh = null, soc = null, updated_at = now()
from given x where c.station_id = x."stationId" and c.transaction_number = x.number`

/**
 * Written this way, and not as "is running", because the planner would scan the index of running transactions
 * for it.
 */
const isRunning = `t.state not in ('finished', 'needs_review')`

const intoStateChanges = `insert into state_changes (account_id, class_code, object_id, action_code, from_state,
    to_state, happened_at)`

/**
 * Stores the selected state changes whose action is in $3: a job runs their scripts after the commit. For
 * changes that are known only when the statement has changed its rows.
 */
const recordChanges = (select: string): string => `
  ${intoStateChanges}
  select c.* from (${select}) as c (account_id, class_code, object_id, action_code, from_state, to_state, happened_at)
  where c.class_code || '.' || c.action_code = any ($3::text[])`

const endings = {
  recordsChanges: true,
  key: (row: FactRows['endings']) => `${row.stationId}/${row.number}`,
  text: `
with given as (select * ${rows('endings')}),
ended as (
  update transactions t set state = 'needs_review', stopped_at = coalesce(t.readings_at, x."stoppedAt"),
    meter_stop_wh = coalesce(t.meter_last_wh, t.meter_start_wh)::bigint, power_w = null,
    flags = case when x.flag = any (t.flags) then t.flags else t.flags || x.flag end
  from given x where t.number = x.number and t.station_id = x."stationId" and ${isRunning}
  returning t.id, t.account_id, t.stopped_at),
recorded as (${recordChanges(`
    select account_id, 'transaction', id, 'review', 'running', 'needs_review', stopped_at from ended`)})
${freeEvses}`,
}

// Fails with 22012 unless each row ends a transaction: otherwise another delivery of a stop was committed
// first, or a user has resolved the transaction, whose energy then stays unchanged. Two stops of one
// transaction in a batch fail the guard: each is decided again, and the first one counts.
const stops = {
  recordsChanges: true,
  key: (row: FactRows['stops']) => `${row.stationId}/${row.number}/${row.payload}`,
  text: `
with given as (select * ${rows('stops')}),
stopped as (
  update transactions t set stopped_at = x."stoppedAt", stopped_sent = x."stoppedSent",
    received_stop_at = x."receivedStopAt", meter_stop_wh = x."meterStopWh", stop_reason = x.reason,
    stop_id_tag = x."idTag", stop_payload = x.payload, energy_wh = x."energyWh", state = x.state, power_w = null,
    flags = array(select distinct f from unnest(array_remove(t.flags, '${endedWithoutStop}') || x.flags) as f)
  from given x where t.number = x.number and t.station_id = x."stationId" and t.stop_payload is null
    and t.state <> 'finished'
  returning t.id, t.account_id, t.state, t.received_stop_at, x."from"),
recorded as (${recordChanges(`
    select account_id, 'transaction', id, case state when 'needs_review' then 'review' else 'finish' end, "from",
      state, received_stop_at from stopped where "from" <> state`)}),
freed as (${freeEvses})
select 1 / (case when (select count(*) from stopped) = $2 then 1 else 0 end)`,
}

const samples = {
  text: `${insertInto('meter_values', 'samples')}
${rows('samples')}
on conflict do nothing`,
}

const adoptions = {
  key: (row: FactRows['adoptions']) => `${row.stationId}/${row.evseNo}/${row.transactionNumber}`,
  text: `
update meter_values m set transaction_number = x."transactionNumber"
${rows('adoptions')}
where m.station_id = x."stationId" and m.evse_no = x."evseNo"
  and m.sampled_at between x."from" and x."to" and m.transaction_number is null`,
}

const readings = {
  key: evseKey,
  text: `
with given as (select * ${rows('readings')}),
stored as (
  update transactions t set meter_last_wh = coalesce(x."meterLastWh", t.meter_last_wh),
    power_w = coalesce(x."powerW", t.power_w), soc = coalesce(x.soc, t.soc), readings_at = x.at
  from given x where t.number = x."transactionNumber" and t.station_id = x."stationId" and ${isRunning})
update evses c set power_w = coalesce(x."powerW", c.power_w), energy_wh = coalesce(x."energyWh", c.energy_wh),
  soc = coalesce(x.soc, c.soc), readings_at = x.at
from given x where c.station_id = x."stationId" and c.evse_no = x."evseNo"
  and c.transaction_number is not distinct from x."transactionNumber"`,
}

const reservationsUsed = {
  recordsChanges: true,
  key: (row: FactRows['reservationsUsed']) => `${row.stationId}/${row.number}`,
  text: `
with given as (select * ${rows('reservationsUsed')}),
used as (
  update reservations r set state = 'used', transaction_number = x."transactionNumber", updated_at = now()
  from given x join reservations o on o.station_id = x."stationId" and o.number = x.number
  where r.station_id = x."stationId" and r.number = x.number and r.state in ('requested', 'active', 'expired')
  returning r.id, r.account_id, o.state as "from", x.at)
${recordChanges(`select account_id, 'reservation', id, 'use', "from", 'used', at from used`)}`,
}

const cardUses = {
  key: (row: FactRows['cardUses']) => row.cardId,
  text: `
update cards c set last_used_at = x.at ${rows('cardUses')}
where c.id = x."cardId" and (c.last_used_at is null or c.last_used_at < x.at - interval '10 seconds')`,
}

/**
 * Maximum number of unknown tags per account. A new one beyond it replaces the oldest of its station, else of
 * the account.
 */
const maxUnknownTags = 2_000

const unknownTags = {
  key: (row: FactRows['unknownTags']) => `${row.accountId}/${row.codeFolded}`,
  text: `
with given as materialized (
  select * ${rows('unknownTags')}),
added as (
  select x."accountId", x."stationId", count(*) as n from given x
  where not exists (select from unknown_tags u where u.account_id = x."accountId" and u.code_folded = x."codeFolded")
  group by 1, 2),
oldest as (
  select o.account_id, o.code_folded from added a, lateral (
    select u.account_id, u.code_folded from unknown_tags u
    where u.account_id = a."accountId" and not exists (
      select from given x where x."accountId" = u.account_id and x."codeFolded" = u.code_folded)
    order by u.station_id = a."stationId" desc, u.last_at limit a.n for update skip locked) o
  where exists (select from unknown_tags u where u.account_id = a."accountId" offset ${maxUnknownTags - 1} limit 1)),
removed as (
  delete from unknown_tags u using oldest o where u.account_id = o.account_id and u.code_folded = o.code_folded)
insert into unknown_tags as u (account_id, code, code_folded, station_id, first_at, last_at)
select x."accountId", x.code, x."codeFolded", x."stationId", x.at, x.at from given x
on conflict (account_id, code_folded) do update
set code = excluded.code, station_id = excluded.station_id, last_at = excluded.last_at, count = u.count + 1`,
}

/** Maximum number of open unmatched messages per station; further ones are counted in one row. */
const maxOpen = 200

// Messages beyond the limit are a row of the kind `overflow`: how many, since when and until when. Copies of
// a stored message are counted with it, without a limit.
const unmatchedMessages = {
  key: (row: FactRows['unmatchedMessages']) => `${row.stationId}/${row.kind}/${row.payloadHash}`,
  text: `
with given as (select * ${rows('unmatchedMessages')}),
placed as (
  select g.*, g.resolution is null
    and (select count(*) from (select from unmatched_messages q where q.station_id = g."stationId" and q.resolved_at is null
      limit ${maxOpen}) as open) >= ${maxOpen}
    and k.id is null as "isBeyond"
  from given g left join unmatched_messages k
    on k.station_id = g."stationId" and k.kind = g.kind and k.payload_hash = g."payloadHash"),
counted as (
  insert into unmatched_messages as q (id, account_id, station_id, kind, action, reason, payload, payload_hash, repeats,
    received_at, last_at)
  select gen_random_uuid(), "accountId", "stationId", 'overflow', min(action),
    'More than ${maxOpen} messages of this station wait for a decision. The further ones are counted here.', '{}',
    'open', count(*), min("receivedAt"), max("receivedAt")
  from placed where "isBeyond" group by "accountId", "stationId"
  on conflict (station_id, kind, payload_hash) do update set repeats = q.repeats + excluded.repeats,
    action = case when q.action = excluded.action then q.action else '' end,
    last_at = greatest(q.last_at, excluded.last_at))
insert into unmatched_messages as q (id, account_id, station_id, kind, action, reason, payload, payload_hash, candidate_number,
  received_at, last_at, resolved_at, resolution, stop_fields, evse_no, proposed_energy_wh)
select id, "accountId", "stationId", kind, action, reason, payload, "payloadHash", "candidateNumber",
  "receivedAt", "receivedAt", case when resolution is null then null else "receivedAt" end, resolution, "stopFields",
  "evseNo", "proposedWh"
from placed where not "isBeyond"
on conflict (station_id, kind, payload_hash) do update set repeats = q.repeats + 1, last_at = excluded.last_at`,
}

const resolutions = {
  key: (row: FactRows['resolutions']) => row.unmatchedMessageId,
  text: `
update unmatched_messages q set resolved_at = now(), resolution = x.resolution
${rows('resolutions')} where q.id = x."unmatchedMessageId" and q.resolution is null`,
}

/** Maximum number of security events per station; a new one beyond it replaces the oldest. */
const maxSecurityEvents = 1_000

const securityEvents = {
  key: (row: FactRows['securityEvents']) => row.id,
  text: `
with given as materialized (
  select * ${rows('securityEvents')}),
oldest as (
  select o.id from (select "stationId", count(*) as n from given group by 1) a, lateral (
    select e.id from security_events e where e.station_id = a."stationId"
    order by e.received_at limit a.n for update skip locked) o
  where exists (
    select from security_events e where e.station_id = a."stationId" offset ${maxSecurityEvents - 1} limit 1)),
removed as (delete from security_events e using oldest o where e.id = o.id)
${insertInto('security_events', 'securityEvents')} from given x`,
}

/**
 * Maximum number of rules per station, because stations choose names in them; further ones appear only in the
 * OCPP log.
 */
const maxDeviations = 500

const deviations = {
  key: (row: FactRows['deviations']) => `${row.stationId}/${row.rule}`,
  merge: (earlier: FactRows['deviations'], later: FactRows['deviations']) => ({
    ...later,
    count: earlier.count + later.count,
  }),
  text: `${insertInto('station_deviations as d', 'deviations')}
${rows('deviations')}
where coalesce((select true from station_deviations e where e.station_id = x."stationId" and e.rule = x.rule),
  (select count(*) from (select from station_deviations e where e.station_id = x."stationId"
    limit ${maxDeviations}) as known) < ${maxDeviations})
on conflict (station_id, rule) do update
set count = d.count + excluded.count, last_at = excluded.last_at, sample = coalesce(excluded.sample, d.sample)`,
}

// A station that another process considered lost is online again after its next message. These rows belong to
// many stations, each of which may have a message in another batch: waiting for locks could end in a
// deadlock.
const seen = {
  key: (row: FactRows['seen']) => row.stationId,
  text: `
with free as (select s.id, x.at ${rows('seen')}
  join stations s on s.id = x."stationId" where s.connection_epoch = x.epoch for no key update of s skip locked)
update stations s set last_seen_at = f.at, is_connected = s.is_connected or s.connection_changed_at < f.at
from free f where s.id = f.id`,
}

// The close of an older socket must not set a station with a newer one offline.
const offline = {
  key: (row: FactRows['offline']) => row.stationId,
  merge: (earlier: FactRows['offline'], later: FactRows['offline']) =>
    later.epoch >= earlier.epoch ? later : earlier,
  text: `
update stations s set is_connected = false, is_unresponsive = false, connection_changed_at = x.at,
  last_seen_at = x."seenAt"
${rows('offline')}
where s.id = x."stationId" and s.connection_epoch = x.epoch and s.is_connected`,
}

const log = {
  text: `${insertInto('ocpp_log', 'log')}
${rows('log')}`,
}

// The id of a new entry is drawn first, so that it can be reported with the name of its series.
const repeatedEntries = {
  key: (row: FactRows['repeatedEntries']) => row.series,
  text: `
with given as materialized (
  select x.*, case when x."entryId" is null then nextval('ocpp_log_id') end as "newId"
  ${rows('repeatedEntries')}),
grown as (
  update ocpp_log l set repeats = l.repeats + g.repeats, request = g.request, response = g.response from given g
  where g."entryId" is not null and l.id = g."entryId" and l.at = g.at),
made as (
  insert into ocpp_log (id, at, account_id, station_id, is_outgoing, action, message_id, request, response, error_code,
    repeats)
  select "newId", at, "accountId", "stationId", "isOutgoing", action, "messageId", request, response, "errorCode", repeats
  from given where "entryId" is null)
select series, "newId" as id from given where "entryId" is null`,
}

const heartbeats = {
  key: (row: FactRows['heartbeats']) => row.stationId,
  text: `
with given as (select * ${rows('heartbeats')}),
grown as (
  update ocpp_log l set repeats = l.repeats + x.repeats, response = x.response from given x
  where x."entryId" is not null and l.id = x."entryId" and l.at = x.at)
insert into ocpp_log (at, account_id, station_id, is_outgoing, action, message_id, request, response, repeats)
select at, "accountId", "stationId", false, 'Heartbeat', "messageId", request, response, repeats
from given where "entryId" is null
returning station_id as "stationId", id`,
}

const stateChanges = {
  text: `
${intoStateChanges}
select x."accountId", x."classCode", x."objectId", x.action, x."from", x."to", x.at
${rows('stateChanges')}`,
}

/** In the order of writing: every batch accesses the tables in the same order. */
export const factStatements: { readonly [K in FactKind]: FactStatement<FactRows[K]> } = {
  boots,
  stationStates,
  responsiveness,
  seen,
  offline,
  endings,
  starts,
  // a start may include its stop, and scripts run in the order of events
  stateChanges,
  stops,
  evses,
  faults,
  readings,
  samples,
  adoptions,
  reservationsUsed,
  cardUses,
  unknownTags,
  unmatchedMessages,
  resolutions,
  securityEvents,
  deviations,
  heartbeats,
  log,
  // a growing entry follows those that were written one by one
  repeatedEntries,
}

export const factKinds = Object.keys(factStatements) as readonly FactKind[]
