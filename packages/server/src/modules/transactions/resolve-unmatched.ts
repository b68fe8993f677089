import type { BodyOf, unmatchedResolve } from '@stationmaster/contract'
import { isInt31, toWireText } from '@stationmaster/ocpp'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { reportedTime } from '../../shared/reported-time.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { closeUnmatched, lockUnmatched, type UnmatchedRow } from '../unmatched/index.ts'
import { stopText } from './end-transaction.ts'
import { transactionEnergy } from './energy.ts'
import { type LockedTransaction, lockTransaction, resolveTransaction } from './resolve-store.ts'
import { transactionEnded, type TransactionWebDeps } from './resolve-transaction.ts'

type Body = BodyOf<typeof unmatchedResolve>

const appliable = new Set(['stop-unknown', 'stop-foreign', 'stop-conflict', 'stop-after-resolution'])

/** Resolves an unmatched message: its stop ends a session of the same station, or it is dismissed. */
export function resolveUnmatched(
  deps: TransactionWebDeps,
  viewer: Viewer,
  body: Body,
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const row = await lockUnmatched(tx, viewer, body.id)
    if (!row) return refuse('unmatched_message.not_found')
    if (row.resolved_at) return refuse('unmatched_message.resolved')
    const applied = body.action === 'apply' ? await applyStop(tx, viewer, { row, body }) : null
    if (applied && 'refusal' in applied) return applied
    const note = body.note?.trim()
    const outcome = applied ? `applied to session ${applied.number}` : 'dismissed'
    await closeUnmatched(tx, row.id, {
      by: viewer.userId,
      at: deps.clock.now(),
      resolution: note ? `${outcome}: ${note}` : outcome,
    })
    await recordChange(tx, viewer, {
      accountId: row.account_id,
      classCode: applied ? 'transaction' : 'unmatched_message',
      objectId: applied?.id ?? row.id,
      label: applied ? String(applied.number) : row.kind,
      action: body.action,
      ...(applied && { before: { energy: applied.energy_wh, meterstop: applied.meter_stop_wh } }),
      after: {
        resolution: outcome,
        note,
        message: row.id,
        ...(applied && { energy: applied.energyWh, meterstop: applied.meterStopWh }),
      },
    })
    // as for a stop of the station
    if (applied && applied.state !== 'finished')
      await deps.outbox.record(tx, [
        {
          accountId: applied.account_id,
          classCode: 'transaction',
          objectId: applied.id,
          action: 'finish',
          from: applied.state,
          to: 'finished',
        },
      ])
    await deps.bus.publish(tx, [
      {
        kind: 'hint',
        account: row.account_id,
        hint: { kind: 'unmatched.changed', station: row.station_id, ids: [row.id] },
      },
      ...(applied ? transactionEnded(applied) : []),
    ])
    return null
  })
}

async function applyStop(
  tx: Tx,
  viewer: Viewer,
  { row, body }: { row: UnmatchedRow; body: Body },
): Promise<Applied | Refusal> {
  if (!appliable.has(row.kind)) return refuse('unmatched_message.not_a_stop', { field: 'action' })
  if (
    row.kind === 'stop-after-resolution' &&
    (body.transactionid ?? row.candidate_number) !== row.candidate_number
  )
    return refuse('unmatched_message.other_session', { field: 'transactionid' })
  const number = body.transactionid ?? row.candidate_number
  if (number === null || !isInt31(number)) return refuse('value.required', { field: 'transactionid' })
  // of the same station only: messages of one station never change data of another (INV-5)
  const session = await lockTransaction(tx, viewer, { number, stationId: row.station_id })
  if (!session) return refuse('transaction.not_at_station', { field: 'transactionid' })
  const method = { classCode: 'transaction', methodCode: 'resolve', object: { id: session.id } }
  if (!viewer.rights.mayMethod(method, 'e'))
    return refuse('method.forbidden', { method: 'resolve', class: 'transaction' })
  if (session.stop_payload !== null && row.kind !== 'stop-conflict')
    return refuse('transaction.stopped', { field: 'transactionid' })
  const stop = readStop(row.payload)
  if (!stop) return refuse('unmatched_message.unreadable')
  const time = reportedTime(stop.timestamp, row.received_at, session.time_zone)
  const stoppedAt = time.at < session.started_at ? row.received_at : time.at
  const energy = transactionEnergy({
    meterStartWh: session.meter_start_wh,
    meterStopWh: stop.meterStop,
    meterSampledWh: null,
    startedAt: session.started_at,
    stoppedAt,
    maxPowerW: null, // a user has checked it: only impossible values are refused
    isMeterReported: true,
    isTimeReported: !time.isClockless,
  })
  if (energy.state === 'needs_review')
    return refuse(
      stop.meterStop < session.meter_start_wh
        ? 'unmatched_message.energy_negative'
        : 'unmatched_message.energy_implausible',
    )
  await resolveTransaction(tx, session, {
    stoppedAt,
    meterStopWh: stop.meterStop,
    energyWh: energy.energyWh,
    flags: [
      ...session.flags.filter((flag) => flag !== 'ended-without-stop'),
      ...time.flags,
      'resolved',
      ...(session.state === 'finished' ? ['corrected'] : []),
    ],
    note: `stop applied by ${viewer.username}`,
    stop: {
      sent: toWireText((stop.timestamp ?? '').slice(0, 100)),
      reason: toWireText(stop.reason ?? 'Local'),
      idTag: stop.idTag === undefined ? null : toWireText(stop.idTag.slice(0, 255)),
      payload: stopText({ ...stop, transactionId: number, timestamp: stop.timestamp ?? '' }, row.payload),
      receivedAt: row.received_at,
    },
  })
  return { ...session, energyWh: energy.energyWh, meterStopWh: stop.meterStop }
}

/** The transaction before the change, with the values set by the stop. */
type Applied = LockedTransaction & { energyWh: number; meterStopWh: number }

interface ReportedStop {
  meterStop: number
  timestamp?: string
  idTag?: string
  reason?: 'Local'
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the stop in a stored message; null if it has no meter. */
function readStop(payload: string): ReportedStop | null {
  try {
    const message = JSON.parse(payload) as Record<string, unknown> | null
    const meterStop = Number(message?.meterStop)
    if (message?.meterStop == null || !Number.isSafeInteger(Math.round(meterStop))) return null
    return {
      meterStop: Math.round(meterStop),
      timestamp: text(message.timestamp),
      idTag: text(message.idTag),
      reason: text(message.reason) as ReportedStop['reason'], // shown unchanged, whatever its value
    }
  } catch {
    return null // stored unchanged, so it may be anything
  }
}
