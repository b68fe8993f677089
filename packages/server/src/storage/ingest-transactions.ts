import { newTransactionColumns } from '../shared/fact-columns.ts'
import type { FactRows } from '../shared/facts.ts'
import { startTimeoutMs } from '../shared/remote-start.ts'
import { restartReasons } from '../shared/restart-reasons.ts'
import { givenColumns, tableColumns } from './ingest-rows.ts'
import { canFollow } from './start-of-session.ts'
import { evseKey, insertInto, recordStateChanges, rows } from './ingest-statement.ts'

/** Flag of a transaction that ended without a stop; a late stop removes it. */
const endedWithoutStop = 'ended-without-stop'

/**
 * Selects the remote start that led to a start: of the same tag, sent shortly before, and not the cause of
 * another transaction. The station may start before it answers. `->>` fails on an escaped NUL.
 */
const remoteStart = `
  select c.id from commands c
  where c.station_id = x."stationId" and c.action = 'RemoteStartTransaction'
    and c.sent_at between x."receivedStartAt" - interval '10 minutes' and x."receivedStartAt"
    and coalesce(c.answered_at, c.sent_at) >= x."receivedStartAt" - interval '${startTimeoutMs} ms'
    and c.sent_at <= x."startedAt" + interval '${startTimeoutMs} ms'
    and c.state in ('sent', 'accepted', 'unknown', 'timeout')
    and case when strpos(c.request::text, '\\u0000') > 0 then false
      else lower(c.request ->> 'idTag') = lower(x."idTag")
        and coalesce(c.request ->> 'connectorId', x."evseNo"::text) is not distinct from x."evseNo"::text end
    and not exists (select from transactions other where other.command_id = c.id)
  order by c.sent_at limit 1`

const restarts = `(${restartReasons.map((reason) => `'${reason}'`).join(', ')})`
const longestInterruption = `interval '30 minutes'`

/**
 * Conditions under which a transaction `later` continues an earlier one: same EVSE and card, the earlier one
 * ended by a loss of power, and in between neither another transaction nor the state Available.
 */
const continues = (later: { evse: string; tag: string; startedAt: string }): string => `
  earlier.stop_reason in ${restarts} and earlier.evse_no = ${later.evse} and earlier.id_tag_folded = ${later.tag}
    and ${later.startedAt} between earlier.stopped_at and earlier.stopped_at + ${longestInterruption}
    and not exists (select from evses e where e.station_id = earlier.station_id and e.evse_no = earlier.evse_no
      and e.available_at >= earlier.stopped_at)
    and not exists (select from transactions other where other.station_id = earlier.station_id
      and other.evse_no = earlier.evse_no and other.started_at >= earlier.stopped_at
      and other.started_at < ${later.startedAt})`

const interrupted = `
  select earlier.id from transactions earlier
  where earlier.station_id = x."stationId" and earlier.stopped_at <= x."startedAt" and ${continues({
    evse: 'x."evseNo"',
    tag: 'x."idTagFolded"',
    startedAt: 'x."startedAt"',
  })}
  order by earlier.stopped_at desc limit 1`

/**
 * Selects the car of the newest request of a driver that a start can follow: at its EVSE with its card, and without a
 * session so far. Like the page of the driver, not by the command: a station that was asked twice starts once.
 */
const requestedCar = `
  select d.car_id from driver_charges d
  where d.evse_id = x."evseId" and d.card_id = x."cardId" and d.refusal is null
    and ${canFollow({ requestedAt: 'd.created_at', startedAt: 'x."startedAt"', receivedAt: 'x."receivedStartAt"' })}
    and not exists (select from transactions other where other.station_id = d.station_id
      and other.card_id = d.card_id and other.received_start_at >= d.created_at)
  order by d.created_at desc limit 1`

// A conflict with the unique keys fails the batch: it is decided again, and then the first start is found.
export const starts = {
  key: (row: FactRows['starts']) => `${row.stationId}/${row.startKey}/${row.number}`,
  text: `
with given as (select * ${rows('starts')}),
made as (
  insert into transactions (${tableColumns(newTransactionColumns)}, command_id, continues_id)
  select ${givenColumns(newTransactionColumns)}, (${remoteStart}), (${interrupted}) from given x),
cars as (
  insert into session_cars (transaction_id, account_id, car_id)
  select x.id, x."accountId", c.car_id from given x cross join lateral (${requestedCar}) c
  where x."cardId" is not null and c.car_id is not null)
insert into evses as c (id, account_id, station_id, evse_no, transaction_number, last_transaction_id, energy_wh,
  readings_at, state_since, is_announced)
select "evseId", "accountId", "stationId", "evseNo", number, id, 0, "receivedStartAt", "startedAt", false
from given where "evseNo" > 0
on conflict (station_id, evse_no) do update set transaction_number = excluded.transaction_number,
  last_transaction_id = excluded.last_transaction_id,
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

export const endings = {
  recordsStateChanges: true,
  key: (row: FactRows['endings']) => `${row.stationId}/${row.number}`,
  text: `
with given as (select * ${rows('endings')}),
ended as (
  update transactions t set state = 'needs_review', stopped_at = greatest(t.started_at, coalesce(t.readings_at, x."stoppedAt")),
    meter_stop_wh = coalesce(t.meter_last_wh, t.meter_start_wh)::bigint, power_w = null,
    flags = case when x.flag = any (t.flags) then t.flags else t.flags || x.flag end
  from given x where t.number = x.number and t.station_id = x."stationId" and ${isRunning}
  returning t.id, t.account_id),
recorded as (${recordStateChanges(`
    select account_id, 'transaction', id, 'review', 'running', 'needs_review' from ended`)})
${freeEvses}`,
}

// Fails with 22012 unless each row ends a transaction: otherwise another delivery of a stop was committed
// first, or a user has resolved the transaction, whose energy then stays unchanged. Two stops of one
// transaction in a batch fail the guard: each is decided again, and the first one counts.
export const stops = {
  recordsStateChanges: true,
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
recorded as (${recordStateChanges(`
    select account_id, 'transaction', id, case state when 'needs_review' then 'review' else 'finish' end, "from",
      state from stopped where "from" <> state`)}),
freed as (${freeEvses})
select 1 / (case when (select count(*) from stopped) = $2 then 1 else 0 end)`,
}

/** A start may arrive before the stop of the transaction that it continues. */
export const interruptions = {
  key: (row: FactRows['interruptions']) => `${row.stationId}/${row.number}`,
  text: `
update transactions later set continues_id = earlier.id
${rows('interruptions')} join transactions earlier on earlier.number = x.number and earlier.station_id = x."stationId"
where later.station_id = earlier.station_id and later.id <> earlier.id and later.continues_id is null
  and later.started_at >= earlier.stopped_at
  and ${continues({ evse: 'later.evse_no', tag: 'later.id_tag_folded', startedAt: 'later.started_at' })}`,
}

export const transactionStates = {
  key: (row: FactRows['transactionStates']) => `${row.transactionId}/${row.at}/${row.state}`,
  text: `${insertInto('transaction_states', 'transactionStates')}
${rows('transactionStates')}
on conflict do nothing`,
}

export const energyStarts = {
  key: (row: FactRows['energyStarts']) => row.transactionId,
  merge: (earlier: FactRows['energyStarts'], later: FactRows['energyStarts']) =>
    later.at < earlier.at ? later : earlier,
  text: `
update transactions t set energy_started_at = greatest(x.at, t.started_at)
${rows('energyStarts')}
where t.id = x."transactionId" and (t.energy_started_at is null or t.energy_started_at > greatest(x.at, t.started_at))`,
}

export const samples = {
  text: `${insertInto('meter_values', 'samples')}
${rows('samples')}
on conflict do nothing`,
}

/** Maximum number of signed values of one transaction, and of those of a station without one. */
const maxSignedValues = 1_000

/** Of the values at the start and the end of a transaction, which a bill needs, this many more are stored. */
const maxBoundaryValues = 100

export const signedValues = {
  text: `${insertInto('signed_values', 'signedValues')}
${rows('signedValues')}
cross join lateral (select ${maxSignedValues} + case when k.context in ('Transaction.Begin', 'Transaction.End')
  then ${maxBoundaryValues} else 0 end as most from sample_kinds k where k.id = x."kindId") as allowed
where (select count(*) from (select from signed_values s where s.station_id = x."stationId"
  and coalesce(s.transaction_number, 0) = coalesce(x."transactionNumber", 0) limit allowed.most) as known)
  < allowed.most
on conflict do nothing`,
}

export const adoptions = {
  key: (row: FactRows['adoptions']) => `${row.stationId}/${row.evseNo}/${row.transactionNumber}`,
  text: `
with given as (select * ${rows('adoptions')}),
signed as (
  update signed_values m set transaction_number = x."transactionNumber" from given x
  where m.station_id = x."stationId" and m.evse_no = x."evseNo"
    and m.sampled_at between x."from" and x."to" and m.transaction_number is null)
update meter_values m set transaction_number = x."transactionNumber" from given x
where m.station_id = x."stationId" and m.evse_no = x."evseNo"
  and m.sampled_at between x."from" and x."to" and m.transaction_number is null`,
}

export const readings = {
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
