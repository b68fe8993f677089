import type { AnswerOf, BodyOf, driverQueueGet, driverReservationCreate } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { refusalOfBalance } from './balance-of-start.ts'
import { readOwnCards } from './card-store.ts'
import { lockEvse } from './charge-store.ts'
import type { ConnectorRow } from './place-store.ts'
import { findConnectors } from './places.ts'
import { ownQueue, publishQueue, type QueueDeps } from './queue.ts'
import { endPlace, isStarting, lockQueue, queueCancellation, readOwn } from './queue-store.ts'
import { reservationsAt } from './reservation-open.ts'
import {
  insertReservation,
  isKnownKey,
  lockDriver,
  readReservation,
  reserveMinutes,
} from './reservation-store.ts'
import { type RequestDeps, sendCancellations, sendReservations } from './reserve-turn.ts'
import { refusalOfCard, refusalOfConnector } from './start-charge.ts'

interface ReservationDeps extends QueueDeps, RequestDeps {}

type Shown = AnswerOf<typeof driverQueueGet>
type Body = BodyOf<typeof driverReservationCreate>

const minuteMs = 60_000

/**
 * Reserves a connector once per key: the reservation is stored first, and the station is asked then. The rules of a start
 * apply, and those of queues: drivers who wait are offered the free connectors first.
 */
export async function createReservation(
  deps: ReservationDeps,
  viewer: Viewer,
  body: Body,
): Promise<Shown | Refusal> {
  const refusal = await outsideTenant(() =>
    inTransaction(
      deps.db,
      async (tx) => {
        await lockDriver(tx, viewer.userId)
        if (await isKnownKey(tx, { userId: viewer.userId, key: body.id })) return null
        return reserveFor({ ...deps, db: tx }, viewer, body)
      },
      { rollsBack: isRefusal },
    ),
  )
  if (refusal) return refusal
  await outsideTenant(() => sendReservations(deps))
  return ownQueue(deps, viewer)
}

async function reserveFor(
  deps: ReservationDeps & { db: Tx },
  viewer: Viewer,
  { id: key, connector: id, card: cardId }: Body,
): Promise<Refusal | null> {
  const { db: tx, clock } = deps
  const now = clock.now()
  const { rows } = await findConnectors(deps, viewer, { connector: id })
  const [connector] = rows
  if (!connector) return refuse('driver.not_authorized', { field: 'connector' })
  const isUnusable = refusalOfConnector(connector)
  if (isUnusable) return isUnusable
  const [card] = await readOwnCards(tx, viewer, cardId)
  if (!card) return refuse('card.not_found', { field: 'card' })
  const open = await readReservation(tx, { userId: viewer.userId, since: now })
  // a second tap with another key
  if (open?.evseId === id) return null
  const problem =
    (open &&
      refuse('driver.reservation_open', { place: open.placeLabel.slice(0, 80), field: 'connector' })) ??
    (await refusalOfQueue(tx, viewer, now)) ??
    refusalOfCard(card, now) ??
    (await refusalOfBalance(deps, viewer, { card, connector }))
  if (problem) return problem
  await lockQueue(tx, connector.placeId)
  await lockEvse(tx, connector.id)
  const isRefused = await refusalOfPlace(deps, viewer, { connector, now })
  if (isRefused) return isRefused
  const minutes = await reserveMinutes(tx, connector.accountId)
  await insertReservation(tx, {
    id: newId(now.getTime()),
    key,
    user_id: viewer.userId,
    account_id: connector.accountId,
    place_id: connector.placeId,
    card_id: card.id,
    evse_id: connector.id,
    run_id: newId(now.getTime()),
    joined_at: now,
    offered_at: now,
    offered_until: new Date(now.getTime() + minutes * minuteMs),
  })
  await publishQueue(deps, tx, connector.accountId)
  return null
}

async function refusalOfQueue(tx: Tx, { userId }: Viewer, now: Date): Promise<Refusal | null> {
  const waits = await readOwn(tx, { userId, since: now, now })
  return (
    waits && refuse('driver.queue_elsewhere', { place: waits.placeLabel.slice(0, 80), field: 'connector' })
  )
}

/** Refuses where reservations are off, right after an unused one, and a connector that others have or wait for. */
async function refusalOfPlace(
  deps: ReservationDeps & { db: Tx },
  viewer: Viewer,
  { connector, now }: { connector: ConnectorRow; now: Date },
): Promise<Refusal | null> {
  const { rows } = await findConnectors(deps, viewer, { id: connector.placeId })
  const { reservation, connectors } = await reservationsAt(deps, viewer, rows)
  if (reservation.minutes === 0) return refuse('driver.reservation_off', { field: 'connector' })
  if (reservation.from !== null) {
    const minutes = Math.ceil((Date.parse(reservation.from) - now.getTime()) / minuteMs)
    return refuse('driver.reservation_too_soon', { minutes, field: 'connector' })
  }
  const refusal = connectors.get(connector.id)?.refusal ?? null
  if (refusal) return refusal
  return (await isStarting(deps.db, connector.id, { now }))
    ? refuse('driver.reservation_not_free', { field: 'connector' })
    : null
}

/** Ends the caller's reservation, and asks the station to cancel it. */
export async function cancelReservation(deps: ReservationDeps, viewer: Viewer): Promise<Shown> {
  const { userId } = viewer
  await outsideTenant(async () => {
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const before = await readReservation(tx, { userId, since: now })
      if (!before) return
      await lockQueue(tx, before.placeId)
      // read again: it may have ended while this waited
      const own = await readReservation(tx, { userId, since: now })
      if (!own || own.endedAt !== null) return
      const { accountId, runId } = own
      await endPlace(tx, own.id, { reason: 'cancelled', now })
      await queueCancellation(tx, { runId, accountId, by: userId, now })
      await publishQueue(deps, tx, accountId)
    })
    await sendCancellations(deps)
  })
  return ownQueue(deps, viewer)
}
