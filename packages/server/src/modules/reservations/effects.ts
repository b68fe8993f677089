import type { Hint } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { CommandEffect, CommandEnd, CommandFacts, Payload } from '../commands/index.ts'
import { defaultExpiry, readWish } from './reservation.ts'
import { activate, drawNumbers, end, insertRequested } from './store.ts'

interface Deps {
  db: Kysely<Database>
  clock: Clock
  /** Makes a number of 31 bits from one of the sequence (`numberPermutation`). */
  permute: (sequence: number) => number
}

const changed = (stationId: string, id: string | null): Hint[] =>
  id === null ? [] : [{ kind: 'reservation.changed', station: stationId, ids: [id] }]

/** What ReserveNow and CancelReservation make of reservations. The connector's state stays the station's word. */
export function reservationEffects(deps: Deps): CommandEffect[] {
  return [
    {
      actions: ['ReserveNow'],
      prepare: (_asker, payload, stations) => complete(deps, payload, stations.length),
      async queued(tx, commands) {
        const now = deps.clock.now()
        const rows = commands.map((command) => ({ ...command, wish: readWish(command.request, now) }))
        await insertRequested(tx, rows, now)
        return [{ kind: 'reservation.changed' }]
      },
      ended: reserved,
    },
    {
      actions: ['CancelReservation'],
      async ended(tx, { stationId, request }, outcome, at) {
        if (outcome.kind !== 'accepted') return []
        const number = Number(request['reservationId'])
        return changed(
          stationId,
          await end(tx, { stationId, number, from: ['requested', 'active'] }, 'cancelled', at),
        )
      },
    },
  ]
}

/** The number and the expiry that the caller left to us; a number of its own for each station. */
async function complete(deps: Deps, payload: Payload, count: number): Promise<Payload | Payload[]> {
  const { expiryDate = defaultExpiry(deps.clock.now()), ...rest } = payload
  const whole: Payload = { ...rest, expiryDate }
  if (whole['reservationId'] !== undefined) return whole
  const numbers = (await drawNumbers(deps.db, count)).map(deps.permute)
  const payloads = numbers.map((reservationId) => ({ ...whole, reservationId }))
  return payloads.length === 1 ? payloads[0]! : payloads
}

async function reserved(tx: Tx, command: CommandFacts, outcome: CommandEnd, at: Date): Promise<Hint[]> {
  const { stationId } = command
  const wish = readWish(command.request, command.createdAt)
  if (outcome.kind === 'accepted') return changed(stationId, await activate(tx, { ...command, wish }, at))
  // Without an answer nobody knows whether the station holds it; it ends with its expiry at the latest.
  if (outcome.kind === 'unanswered') return []
  const state = outcome.kind === 'unsent' ? 'cancelled' : 'refused'
  return changed(stationId, await end(tx, { stationId, number: wish.number, from: ['requested'] }, state, at))
}
