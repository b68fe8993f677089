import { factColumns } from '../shared/fact-columns.ts'
import type { FactKind, FactRows } from '../shared/facts.ts'
import { givenColumns, tableColumns } from './ingest-rows.ts'
import { startTimeoutMs } from '../shared/remote-start.ts'
import {
  evseKey,
  type FactStatement,
  insertInto,
  intoStateChanges,
  recordStateChanges,
  rows,
} from './ingest-statement.ts'
import {
  adoptions,
  endings,
  energyStarts,
  interruptions,
  readings,
  samples,
  signedValues,
  starts,
  stops,
  transactionStates,
} from './ingest-transactions.ts'

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
    zeroState: later.zeroState ?? earlier.zeroState,
    statusPayload: later.statusPayload ?? earlier.statusPayload,
  }),
  text: `
update stations s set display_state = coalesce(x."displayState", s.display_state),
  state = case when s.state in ('disabled', 'deleted') then s.state else coalesce(x.state, s.state) end,
  zero_state = coalesce(x."zeroState", s.zero_state), status_payload = coalesce(x."statusPayload", s.status_payload)
${rows('stationStates')}
where s.id = x."stationId"`,
}

const responsiveness = {
  key: (row: FactRows['responsiveness']) => row.stationId,
  text: `
update stations s set is_unresponsive = x."isUnresponsive" ${rows('responsiveness')}
where s.id = x."stationId" and s.connection_epoch = x.epoch`,
}

/** States of an EVSE that show that the vehicle of its last transaction has left. */
const leftStates = `('available', 'reserved')`

const evses = {
  key: evseKey,
  text: `${insertInto('evses as c', 'evses')}
${rows('evses')}
on conflict (station_id, evse_no) do update set state = excluded.state, error_code = excluded.error_code,
  info = excluded.info, vendor_error_code = excluded.vendor_error_code, state_since = excluded.state_since,
  state_received_at = excluded.state_received_at, is_announced = true,
  available_at = coalesce(excluded.available_at, c.available_at),
  last_transaction_id = case when excluded.state not in ${leftStates} then c.last_transaction_id end, updated_at = now()
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

const reservationsUsed = {
  recordsStateChanges: true,
  key: (row: FactRows['reservationsUsed']) => `${row.stationId}/${row.number}`,
  text: `
with given as (select * ${rows('reservationsUsed')}),
used as (
  update reservations r set state = 'used', transaction_number = x."transactionNumber", updated_at = now()
  from given x join reservations o on o.station_id = x."stationId" and o.number = x.number
  where r.station_id = x."stationId" and r.number = x.number and r.state in ('requested', 'active', 'expired')
  returning r.id, r.account_id, o.state as "from")
${recordStateChanges(`select account_id, 'reservation', id, 'use', "from", 'used' from used`)}`,
}

const cardUses = {
  key: (row: FactRows['cardUses']) => row.cardId,
  text: `
update cards c set last_used_at = x.at ${rows('cardUses')}
where c.id = x."cardId" and (c.last_used_at is null or c.last_used_at < x.at - interval '10 seconds')`,
}

// ->> fails on an escaped NUL, which a tag may contain
const refusedCards = {
  key: (row: FactRows['refusedCards']) => `${row.stationId}/${row.codeFolded}`,
  text: `
update commands k set note = x.note, note_code = x."noteCode" ${rows('refusedCards')}, lateral (
  select c.id from commands c
  where c.station_id = x."stationId" and c.sent_at > x.at - interval '${startTimeoutMs} ms'
    and c.action = 'RemoteStartTransaction' and c.state in ('sent', 'accepted') and c.note_code is null
    and case when c.request::text like '%\\u0000%' then false
      else lower(btrim(c.request ->> 'idTag')) = x."codeFolded" end
    and not exists (select from transactions t where t.command_id = c.id)
  offset 0) as m
where k.id = m.id`,
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

const { atMs: _, ...eventColumns } = factColumns.activity

// activity_id in place: PostgreSQL plans a function of SQL in each statement that it cannot expand.
const intoActivity = `
insert into activity (id, at, ${tableColumns(eventColumns)})
select (x."atMs" << 20) | (nextval('activity_number') & 1048575), to_timestamp(x."atMs" / 1000::float8),
  ${givenColumns(eventColumns)}`

const activity = {
  text: `${intoActivity}
${rows('activity')}`,
}

const log = {
  text: `${insertInto('ocpp_log', 'log')}
${rows('log')}`,
}

// Half of the time that an event takes is that of reading its JSON: what it has in common with the entry of
// its message is read once.
const loggedEvents = {
  text: `
with given as materialized (select * ${rows('loggedEvents')}),
events as (${intoActivity}
  from given x where x.kind is not null)
${insertInto('ocpp_log', 'log')}
from given x`,
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
select series as name, "newId" as id from given where "entryId" is null`,
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
returning station_id as name, id`,
}

const stateChanges = {
  text: `
${intoStateChanges}
select x."accountId", x."classCode", x."objectId", x.action, x."from", x."to"
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
  interruptions,
  transactionStates,
  energyStarts,
  evses,
  faults,
  readings,
  samples,
  signedValues,
  adoptions,
  reservationsUsed,
  cardUses,
  unknownTags,
  refusedCards,
  unmatchedMessages,
  resolutions,
  securityEvents,
  deviations,
  heartbeats,
  activity,
  loggedEvents,
  log,
  // a growing entry follows those that were written one by one
  repeatedEntries,
}

export const factKinds = Object.keys(factStatements) as readonly FactKind[]
