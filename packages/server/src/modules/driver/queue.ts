import type { AnswerOf, BodyOf, driverQueueGet, driverQueueJoin } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { startStatus } from '../cards/index.ts'
import type { ModuleContext } from '../module.ts'
import type { OwnCard } from './card-store.ts'
import type { ConnectorRow } from './place-store.ts'
import { type DriverDeps, findConnectors } from './places.ts'
import { refuseWait } from './queue-open.ts'
import {
  endPlace,
  insertPlace,
  lockQueue,
  moveBack,
  type OwnPlace,
  queueCancellation,
  readOwn,
  refuseFull,
  waitingAt,
} from './queue-store.ts'
import { lockDriver, readReservation } from './reservation-store.ts'
import { shownReservation } from './shown-reservation.ts'
import { readMinutesLeft } from './time-left-store.ts'

export interface QueueDeps extends DriverDeps, Pick<ModuleContext, 'bus'> {}

type Shown = AnswerOf<typeof driverQueueGet>
type QueuePlace = NonNullable<Shown['own']>

/** Milliseconds for which a place that ended is shown. */
const shownMs = 3_600_000

/** Publishes that a queue has changed: consoles fetch again, and the job that offers connectors runs. */
export const publishQueue = ({ bus }: Pick<QueueDeps, 'bus'>, tx: Tx, account: string) =>
  bus.publish(tx, [{ kind: 'hint', account, hint: { kind: 'queue.changed' } }])

/** Returns the caller's place in a queue, and their reservation. */
export const ownQueue = (deps: QueueDeps, viewer: Viewer): Promise<Shown> =>
  outsideTenant(async () => {
    const { userId } = viewer
    const now = deps.clock.now()
    const since = new Date(now.getTime() - shownMs)
    const own = await readOwn(deps.db, { userId, since, now })
    const reservation = await readReservation(deps.db, { userId, since })
    return {
      own: own && (await shown(deps, viewer, own)),
      reservation: reservation && shownReservation(reservation, now),
    }
  })

async function shown(deps: QueueDeps, viewer: Viewer, own: OwnPlace): Promise<QueuePlace> {
  const isWaiting = own.endedAt === null && own.offeredAt === null
  const ids = isWaiting ? await waitingAt(deps.db, own.placeId) : []
  const minutes = isWaiting ? await minutesUntilFree(deps, viewer, own.placeId) : []
  const position = ids.indexOf(own.id) + 1
  return {
    id: own.id,
    place: own.placeId,
    placelabel: own.placeLabel,
    phase: own.endedAt !== null ? 'ended' : isWaiting ? 'waiting' : 'turn',
    reason: own.reason,
    joined: own.joinedAt.toISOString(),
    turnminutes: own.turnMinutes,
    position: position === 0 ? null : position,
    waiting: ids.map((id, index) => ({ own: id === own.id, minutes: minutes[index] ?? null })),
    turn: own.endedAt === null ? turnOf(own) : null,
  }
}

function turnOf(own: OwnPlace): QueuePlace['turn'] {
  const { evseId, evseNo, offeredAt, offeredUntil, cardId } = own
  if (evseId === null || evseNo === null || !offeredAt || !offeredUntil) return null
  return {
    connector: evseId,
    no: evseNo,
    card: cardId,
    from: offeredAt.toISOString(),
    until: offeredUntil.toISOString(),
    reservation: reservationOf(own),
  }
}

function reservationOf({ isReserved, commandState, canReserve }: OwnPlace): 'asking' | 'reserved' | 'none' {
  if (isReserved) return 'reserved'
  if (commandState === null) return canReserve ? 'asking' : 'none'
  return commandState === 'queued' || commandState === 'sent' ? 'asking' : 'none'
}

/** Returns in how many minutes the connectors that the viewer may use get free, the first one first. */
async function minutesUntilFree(deps: QueueDeps, viewer: Viewer, placeId: string): Promise<number[]> {
  const { rows } = await findConnectors(deps, viewer, { id: placeId })
  const minutes = await readMinutesLeft(
    deps.db,
    rows.map(({ id }) => id),
    deps.clock.now(),
  )
  return [...minutes.values()].toSorted((a, b) => a - b)
}

/** Adds the caller at the end of the queue of a place; a repeated request returns the place of the first. */
export const joinQueue = (
  deps: QueueDeps,
  viewer: Viewer,
  { id, card }: BodyOf<typeof driverQueueJoin>,
): Promise<Shown | Refusal> =>
  outsideTenant(async () => {
    const refusal = await inTransaction(
      deps.db,
      async (tx) => {
        const within = { ...deps, db: tx }
        const now = deps.clock.now()
        const { rows, cards } = await findConnectors(within, viewer, { id })
        const [first] = rows
        if (!first) return refuse('driver.place_not_found', { field: 'id' })
        await lockDriver(tx, viewer.userId)
        await lockQueue(tx, first.placeId)
        const own = await readOwn(tx, { userId: viewer.userId, since: now, now })
        if (own) return refusalOf(own, first)
        const reserved = await readReservation(tx, { userId: viewer.userId, since: now })
        if (reserved)
          return refuse('driver.reservation_open', { place: reserved.placeLabel.slice(0, 80), field: 'id' })
        const chosen = chosenCard(cards, card ?? null, now)
        if (isRefusal(chosen)) return chosen
        const waiting = await waitingAt(tx, first.placeId)
        const problem = refuseWait(rows, viewer, waiting.length) ?? (await refuseFull(tx, first.placeId))
        if (problem) return problem
        await insertPlace(tx, {
          id: newId(now.getTime()),
          user_id: viewer.userId,
          account_id: first.accountId,
          place_id: first.placeId,
          card_id: chosen.id,
          joined_at: now,
        })
        await publishQueue(deps, tx, first.accountId)
        return null
      },
      { rollsBack: isRefusal },
    )
    return refusal ?? ownQueue(deps, viewer)
  })

const refusalOf = (own: OwnPlace, { placeId }: ConnectorRow): Refusal | null =>
  own.placeId === placeId
    ? null
    : refuse('driver.queue_elsewhere', { place: own.placeLabel.slice(0, 80), field: 'id' })

/** Returns the chosen card, or the newest one that may start a session. */
function chosenCard(cards: readonly OwnCard[], id: string | null, now: Date): OwnCard | Refusal {
  const own = id === null ? cards : cards.filter((card) => card.id === id)
  if (id !== null && own.length === 0) return refuse('card.not_found', { field: 'card' })
  const usable = own.find((card) => startStatus(card, card.running, now) === 'Accepted')
  return usable ?? refuse('driver.queue_no_card', { field: 'card' })
}

/** Ends the caller's place; a connector that was offered passes to the next driver. */
export const leaveQueue = (deps: QueueDeps, viewer: Viewer): Promise<Shown> =>
  outsideTenant(async () => {
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const before = await readOwn(tx, { userId: viewer.userId, since: now, now })
      if (!before) return
      await lockQueue(tx, before.placeId)
      // read again: the turn may have come while this waited
      const own = await readOwn(tx, { userId: viewer.userId, since: now, now })
      if (!own) return
      const { accountId, runId } = own
      await endPlace(tx, own.id, { reason: own.offeredAt === null ? 'left' : 'passed', now })
      await queueCancellation(tx, { runId, accountId, now })
      await publishQueue(deps, tx, accountId)
    })
    return ownQueue(deps, viewer)
  })

/** Lets the next driver go first; changes nothing if there is none, or in the own turn. */
export const moveBackInQueue = (deps: QueueDeps, viewer: Viewer): Promise<Shown> =>
  outsideTenant(async () => {
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const own = await readOwn(tx, { userId: viewer.userId, since: now, now })
      if (!own) return
      await lockQueue(tx, own.placeId)
      if (await moveBack(tx, own.placeId, own.id)) await publishQueue(deps, tx, own.accountId)
    })
    return ownQueue(deps, viewer)
  })
