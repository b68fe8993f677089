import type { AnswerOf, driverChargeGet } from '@stationmaster/contract'
import type { Viewer } from '../../shared/scope.ts'
import type { ChargeRow } from './charge-store.ts'
import { connectorState } from './connector-state.ts'

type Charge = AnswerOf<typeof driverChargeGet>

/** Milliseconds after which a start whose command was not stored counts as not sent. */
const unsentAfterMs = 60_000
/** Seconds for which a station waits for the cable if it has not reported them. */
const usualTimeOutSeconds = 60
/** Milliseconds after the deadline in which the report of a session may still arrive. */
const lateMs = 30_000

/** Returns the state of a start. A session that begins late still decides. */
export function chargeState(
  row: ChargeRow,
  { viewer, now }: { viewer: Pick<Viewer, 'userId'>; now: Date },
): Charge {
  const phase = phaseOf(row, now)
  return {
    id: row.key,
    phase,
    created: row.createdAt.toISOString(),
    answered: row.answeredAt?.toISOString() ?? null,
    deadline: phase === 'plug_in' ? (deadlineOf(row)?.toISOString() ?? null) : null,
    reason: row.noteCode ?? row.refusal,
    place: row.placeId,
    placelabel: row.placeLabel,
    connector: row.evseId,
    connectorno: row.evseNo,
    connectorstate: connectorState({ ...row, state: row.evseState }, viewer),
    limit: row.limitKind && row.limitValue ? { kind: row.limitKind, value: row.limitValue } : null,
    car: row.carId,
    transactionid: row.transactionNumber,
  }
}

/** Returns when the station stops waiting for the cable, if it has reported how long it waits. */
function deadlineOf({ connectionTimeOut, answeredAt }: ChargeRow): Date | null {
  const seconds = Number(connectionTimeOut)
  return answeredAt === null || !Number.isFinite(seconds) || seconds <= 0
    ? null
    : new Date(answeredAt.getTime() + seconds * 1_000)
}

function phaseOf(row: ChargeRow, now: Date): Charge['phase'] {
  const { transactionState, commandState, createdAt, answeredAt, noteCode, refusal } = row
  if (transactionState !== null) return transactionState === 'running' ? 'charging' : 'ended'
  if (refusal !== null) return 'not_sent'
  if (noteCode?.startsWith('command.card_')) return 'card_refused'
  if (commandState === null)
    return now.getTime() - createdAt.getTime() > unsentAfterMs ? 'not_sent' : 'asking'
  if (commandState === 'queued' || commandState === 'sent') return 'asking'
  if (commandState === 'rejected') return 'refused'
  if (commandState === 'timeout' || commandState === 'unknown') return 'silent'
  if (commandState !== 'accepted') return 'not_sent'
  const end = deadlineOf(row)?.getTime() ?? (answeredAt ?? createdAt).getTime() + usualTimeOutSeconds * 1_000
  return now.getTime() > end + lateMs ? 'timed_out' : 'plug_in'
}
