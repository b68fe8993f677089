import type { Hint } from '@stationmaster/contract'
import type { Tx } from '../../storage/transaction.ts'
import type { CommandEffect, CommandEnd, CommandFacts, Payload, QueuedCommand } from '../commands/index.ts'
import type { Outbox } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { defaultExpiry, readReservationRequest } from './reservation.ts'
import { activate, type Changed, drawNumbers, end, insertRequested } from './store.ts'
import { stateChangeOf } from './conclude-reservations.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'clock' | 'permute'> {
  outbox: Outbox
}

/** Records the state change of a reservation and returns its hints. */
async function recordChange(deps: Deps, tx: Tx, changed: Changed | null): Promise<Hint[]> {
  if (!changed) return []
  await deps.outbox.record(tx, [stateChangeOf(changed)])
  return [{ kind: 'reservation.changed', station: changed.stationId, ids: [changed.id] }]
}

/**
 * Returns the effects of ReserveNow and CancelReservation on reservations. The connector's state changes only
 * by a StatusNotification.
 */
export function reservationEffects(deps: Deps): CommandEffect[] {
  return [
    {
      actions: ['ReserveNow'],
      prepare: (_asker, payload, stations) => complete(deps, payload, stations.length),
      async queued(tx, commands) {
        const now = deps.clock.now()
        const rows = commands.map((command) => ({
          ...command,
          reservation: readReservationRequest(command.request, now),
          volumeWh: volumeOf(command),
        }))
        const changes = (await insertRequested(tx, rows, now)).map(stateChangeOf)
        await deps.outbox.record(tx, changes)
        return [{ kind: 'reservation.changed' }]
      },
      ended: (tx, command, { end: outcome, at }) => reserved(deps, tx, { command, outcome, at }),
    },
    {
      actions: ['CancelReservation'],
      async ended(tx, { stationId, request }, { end: { kind }, at }) {
        if (kind !== 'accepted') return []
        const number = Number(request['reservationId'])
        const which = { stationId, number, from: ['requested', 'active'] } as const
        return recordChange(deps, tx, await end(tx, which, { state: 'cancelled', now: at }))
      },
    },
  ]
}

/** Returns the reserved energy in Wh; null if the caller gave none. */
const volumeOf = ({ extra }: QueuedCommand): number | null => {
  const volume = extra?.['volumeWh']
  return typeof volume === 'number' ? volume : null
}

/** Fills in number and expiry if the caller omitted them; each station gets its own number. */
async function complete(deps: Deps, payload: Payload, count: number): Promise<Payload | Payload[]> {
  const { expiryDate = defaultExpiry(deps.clock.now()), ...rest } = payload
  const whole: Payload = { ...rest, expiryDate }
  if (whole['reservationId'] !== undefined) return whole
  const numbers = (await drawNumbers(deps.db, count)).map(deps.permute)
  const payloads = numbers.map((reservationId) => ({ ...whole, reservationId }))
  return payloads.length === 1 ? payloads[0]! : payloads
}

interface Ended {
  command: CommandFacts
  outcome: CommandEnd
  at: Date
}

async function reserved(deps: Deps, tx: Tx, { command, outcome, at }: Ended): Promise<Hint[]> {
  const { stationId } = command
  const reservation = readReservationRequest(command.request, command.createdAt)
  if (outcome.kind === 'accepted')
    return recordChange(deps, tx, await activate(tx, { ...command, reservation }, at))
  // without an answer it is unknown if the station made it; it ends with its expiry at the latest
  if (outcome.kind === 'unanswered') return []
  const state = outcome.kind === 'unsent' ? 'cancelled' : 'refused'
  const which = { stationId, number: reservation.number, from: ['requested'] } as const
  return recordChange(deps, tx, await end(tx, which, { state, now: at }))
}
