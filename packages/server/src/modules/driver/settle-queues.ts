import { newId } from '../../shared/ids.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { startStatus } from '../cards/index.ts'
import { notifyUser } from '../notices/index.ts'
import { readOwnCards } from './card-store.ts'
import { lockEvse } from './charge-store.ts'
import type { ConnectorRow } from './place-store.ts'
import { findConnectors } from './places.ts'
import { publishQueue, type QueueDeps } from './queue.ts'
import {
  endPlace,
  forgetPlaces,
  freeConnectors,
  isPlace,
  isStarting,
  labelOf,
  lockQueue,
  lockRows,
  offer,
  placesWithQueues,
  queueCancellation,
  type QueueRow,
  takeBack,
  turnMinutes,
} from './queue-store.ts'
import { type QueueNews, queueText } from './queue-texts.ts'
import { canStartAt, outcomeOf } from './queue-turn.ts'
import { type OutcomeAt, outcomeOfReservation } from './reservation-outcome.ts'
import { noticedEnds, reservationText } from './reservation-texts.ts'
import { type RequestDeps, sendCancellations, sendReservations } from './reserve-turn.ts'

export interface SettleDeps extends QueueDeps, RequestDeps {
  /** Returns a user as a viewer with current rights; null if the user is not active. */
  viewerOf: (db: Tx, userId: string) => Promise<Viewer | null>
}

/** L266: milliseconds for which places that ended are stored. */
const storedMs = 86_400_000

interface Settled {
  /** True if drivers wait or have a turn. */
  hasQueues: boolean
  /** When the next turn ends. */
  nextEnd: Date | null
}

/**
 * Ends turns, offers free connectors to the first drivers who wait, and sends the requests to stations that follow. All
 * of it is stored first, so that a server that starts continues where another one ended.
 */
export async function settleQueues(deps: SettleDeps): Promise<Settled> {
  const places = await placesWithQueues(deps.db)
  const failures: unknown[] = []
  const ends: Date[] = []
  for (const place of places)
    await settlePlace(deps, place).then(
      (found) => void ends.push(...found),
      (error: unknown) => failures.push(error),
    )
  await sendReservations(deps)
  await sendCancellations(deps)
  await forgetPlaces(deps.db, new Date(deps.clock.now().getTime() - storedMs))
  if (failures.length > 0) throw failures[0]
  const nextEnd = ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  return { hasQueues: places.length > 0, nextEnd }
}

/** A driver in a queue with current rights. */
interface Waiting {
  row: QueueRow
  viewer: Viewer
}

/** Settles the queue of a place; returns when its turns end. */
const settlePlace = (
  deps: SettleDeps,
  { placeId, accountId }: { placeId: string; accountId: string },
): Promise<Date[]> =>
  inTransaction(deps.db, async (tx) => {
    await lockQueue(tx, placeId)
    const now = deps.clock.now()
    const waiting: Waiting[] = []
    const ends: Date[] = []
    const isKnown = await isPlace(tx, placeId)
    let hasChanged = false
    for (const row of await lockRows(tx, placeId, now)) {
      const viewer = await deps.viewerOf(tx, row.userId)
      const mayStart = viewer !== null && (await mayStartWith(tx, viewer, { row, now }))
      const mayUse = viewer !== null && (await mayUseOffered({ ...deps, db: tx }, viewer, row))
      const outcome = decide({ row, viewer }, { mayStart, mayUse, isPlace: isKnown, now })
      if (outcome === 'stay' && row.offeredUntil !== null) {
        // after its end, the outcome of the start or the next minute decides
        if (row.offeredUntil > now) ends.push(row.offeredUntil)
      } else if (viewer !== null && (outcome === 'stay' || outcome === 'back')) waiting.push({ row, viewer })
      if (outcome === 'stay') continue
      hasChanged = true
      await apply({ ...deps, db: tx }, { row, viewer, outcome, placeId, now })
    }
    const { offered, left } = await offerFree({ ...deps, db: tx }, { placeId, accountId, waiting, now })
    if (hasChanged || offered.length + left > 0) await publishQueue(deps, tx, accountId)
    return [...ends, ...offered]
  })

/** Decides what becomes of a driver in a queue, or of a reservation, which ends where a turn would come back. */
const decide = ({ row, viewer }: { row: QueueRow; viewer: Viewer | null }, at: OutcomeAt) =>
  row.kind === 'reservation'
    ? outcomeOfReservation({ ...row, isActiveUser: viewer !== null, isLost: !canStartAt(row) }, at)
    : outcomeOf({ ...row, isSignedIn: row.isSignedIn && viewer !== null }, at)

type TxDeps = SettleDeps & { db: Tx }

/** Returns true if the card of the driver may start a session. */
async function mayStartWith(
  tx: Tx,
  viewer: Viewer,
  { row: { cardId }, now }: { row: QueueRow; now: Date },
): Promise<boolean> {
  if (cardId === null) return false
  const [card] = await readOwnCards(tx, viewer, cardId)
  return card !== undefined && ['Accepted', 'ConcurrentTx'].includes(startStatus(card, card.running, now))
}

/** Returns true without an offered connector, or if the driver may use it, as for a start. */
const mayUseOffered = async (deps: TxDeps, viewer: Viewer, { evseId }: QueueRow): Promise<boolean> =>
  evseId === null || (await findConnectors(deps, viewer, { connector: evseId })).rows.length > 0

interface Applied {
  row: QueueRow
  viewer: Viewer | null
  outcome: Exclude<ReturnType<typeof decide>, 'stay'>
  placeId: string
  now: Date
}

/** Notices about ends that the driver did not cause and may not see on the screen. */
const newsOfEnd: Partial<Record<Applied['outcome'], Exclude<QueueNews['kind'], 'turn' | 'back'>>> = {
  missed: 'missed',
  card_refused: 'card',
  not_authorized: 'access',
  withdrawn: 'withdrawn',
}

async function apply(deps: TxDeps, { row, viewer, outcome, placeId, now }: Applied): Promise<void> {
  const { db: tx } = deps
  // a start there uses the reservation
  if (!row.hasStartedHere) await queueCancellation(tx, { ...row, now })
  if (outcome === 'back') await takeBack(tx, row.id)
  else await endPlace(tx, row.id, { reason: outcome, now })
  if (viewer === null) return
  const place = await labelOf(tx, placeId)
  if (row.kind === 'reservation') return noticeEnd(deps, viewer, { row, outcome, place, now })
  const kind = newsOfEnd[outcome]
  if (kind) await notify(deps, viewer, { news: { kind, place }, now })
  if (outcome === 'back' && row.evseNo !== null)
    await notify(deps, viewer, { news: { kind: 'back', place, connector: row.evseNo }, now })
}

/** Writes a notice about a reservation that ended, unless the driver ended or used it. */
async function noticeEnd(
  { db: tx, bus }: TxDeps,
  { userId: id, accountId, locale }: Viewer,
  { row, outcome, place, now }: Pick<Applied, 'row' | 'outcome' | 'now'> & { place: string },
): Promise<void> {
  const end = noticedEnds.find((one) => one === outcome)
  if (!end) return
  const text = reservationText(end, { place, no: row.evseNo ?? 0, locale })
  await notifyUser({ tx, bus }, { id, accountId, isMailed: true }, [
    { severity: 'warning', kind: 'reservation', text, classCode: 'connector', label: place, now },
  ])
}

interface Offers {
  placeId: string
  accountId: string
  waiting: readonly Waiting[]
  now: Date
}

interface Offered {
  /** When the turns end. */
  offered: Date[]
  /** Number of drivers who may use none of the connectors any more. */
  left: number
}

/** Offers each free connector to the first driver who may use it. */
async function offerFree(deps: TxDeps, { placeId, accountId, waiting, now }: Offers): Promise<Offered> {
  const { db: tx } = deps
  if (waiting.length === 0) return { offered: [], left: 0 }
  const free = await freeConnectors(tx, placeId, now)
  const until = new Date(now.getTime() + (await turnMinutes(tx, accountId)) * 60_000)
  let [offered, left] = [0, 0]
  for (const { row, viewer } of waiting) {
    if (free.size === 0) break
    const { rows } = await findConnectors(deps, viewer, { id: placeId })
    if (rows.length === 0) {
      // free connectors would be kept for a driver who cannot start there
      await apply(deps, { row, viewer, outcome: 'not_authorized', placeId, now })
      left += 1
      continue
    }
    const connector = await firstFree(tx, { rows, free, now })
    if (!connector) continue
    free.delete(connector.id)
    await offer(tx, row.id, { evseId: connector.id, now, until, runId: newId(now.getTime()) })
    offered += 1
    const { placeLabel: place, no, timeZone } = connector
    const news = { kind: 'turn', place, connector: no, until, timeZone } as const
    await notify(deps, viewer, { news, connector: connector.id, now })
  }
  return { offered: Array.from({ length: offered }, () => until), left }
}

/** Returns the first free connector that no driver is just starting at; those are removed from the free ones. */
async function firstFree(
  tx: Tx,
  { rows, free, now }: { rows: readonly ConnectorRow[]; free: Set<string>; now: Date },
): Promise<ConnectorRow | null> {
  for (const row of rows) {
    if (!free.has(row.id)) continue
    await lockEvse(tx, row.id)
    if (!(await isStarting(tx, row.id, { now }))) return row
    free.delete(row.id)
  }
  return null
}

/** Writes a notice to the driver; it is also sent by email to those who want important notices. */
const notify = (
  { db: tx, bus }: TxDeps,
  { userId: id, accountId, locale }: Viewer,
  { news, connector, now }: { news: QueueNews; connector?: string; now: Date },
) =>
  notifyUser({ tx, bus }, { id, accountId, isMailed: true }, [
    {
      severity: 'warning',
      kind: 'queue',
      text: queueText(news, locale),
      classCode: 'connector',
      ...(connector !== undefined && { objectId: connector }),
      label: news.place,
      now,
    },
  ])
