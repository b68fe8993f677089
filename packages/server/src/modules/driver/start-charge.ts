import type {
  AnswerOf,
  BodyOf,
  driverChargeGet,
  driverChargeStart,
  driverChargeStop,
} from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { type Asker, type Commands, systemAsker } from '../commands/index.ts'
import { startStatus } from '../cards/index.ts'
import { refusalOfCar } from '../cars/index.ts'
import { type OwnCard, readOwnCards } from './card-store.ts'
import {
  type ChargeOwner,
  findOpenStart,
  insertCharge,
  lockEvse,
  readCharge,
  readSession,
  setOutcome,
  type StoppableSession,
} from './charge-store.ts'
import { chargeState } from './charge-state.ts'
import { refusalOfBalance } from './balance-of-start.ts'
import type { ModuleContext } from '../module.ts'
import { type DriverDeps, findConnectors } from './places.ts'
import type { ConnectorRow } from './place-store.ts'
import { isStarting, turnAt, useCard } from './queue-store.ts'
import { sendCancellations } from './reserve-turn.ts'

export interface ChargeDeps extends DriverDeps, Pick<ModuleContext, 'log'> {
  commands: Commands
}

type Body = BodyOf<typeof driverChargeStart>
type Charge = AnswerOf<typeof driverChargeGet>

const notFound = refuse('driver.charge_not_found', { field: 'id' })
/** Milliseconds in which a second start at the same connector counts as the first. */
const repeatMs = 60_000

/**
 * Returns on whose behalf the command is sent. Methods of connectors are not for drivers: this module decides instead
 * that the station may be used, and that the card is their own.
 */
const askerOf = (viewer: Viewer, accountId: string): Asker => {
  if (!viewer.isDriver) return viewer
  const { userId, session, correlation } = viewer
  const driver = { ...systemAsker(accountId), userId, session }
  return correlation === undefined ? driver : { ...driver, correlation }
}

const refusals = {
  Blocked: refuse('driver.card_blocked', { field: 'card' }),
  Expired: refuse('driver.card_expired', { field: 'card' }),
  Invalid: refuse('card.not_found', { field: 'card' }),
  ConcurrentTx: refuse('driver.card_in_use', { field: 'card' }),
} as const

/** Returns why a card cannot start a session; null if it can. */
export function refusalOfCard(card: OwnCard, now: Date): Refusal | null {
  const status = startStatus(card, card.running, now)
  return status === 'Accepted' ? null : refusals[status]
}

/** Starts charging once per key; a repetition returns the state of the first request. */
export async function startCharge(deps: ChargeDeps, viewer: Viewer, body: Body): Promise<Charge | Refusal> {
  const { db, clock } = deps
  const known = await shownCharge(deps, viewer, body.id)
  if (!isRefusal(known)) return known
  if (body.limit?.kind === 'soc' && body.limit.value > 100)
    return refuse('value.maximum', { field: 'limit.value', limit: 100 })
  const connector = await usableConnector(deps, viewer, body.connector)
  if (isRefusal(connector)) return connector
  // the client of a card can be another one than that of the driver
  const [card] = await outsideTenant(() => readOwnCards(db, viewer, body.card))
  if (!card) return refuse('card.not_found', { field: 'card' })
  const isRefused = refusalOfCard(card, clock.now())
  if (isRefused) return isRefused
  const isForbidden = body.car == null ? null : await refusalOfCar(deps, viewer, body.car)
  if (isForbidden) return isForbidden
  const isUncovered = await refusalOfBalance(deps, viewer, { card, connector })
  if (isUncovered) return isUncovered
  const key = await sendOnce(deps, {
    owner: { userId: viewer.userId },
    asker: askerOf(viewer, connector.accountId),
    key: body.id,
    connector,
    card: { id: body.card, code: card.code },
    limit: body.limit ?? null,
    car: body.car ?? null,
  })
  if (isRefusal(key)) return key
  return shownCharge(deps, viewer, key)
}

/** A start with a card that may charge. */
export interface Start {
  owner: ChargeOwner
  asker: Asker
  key: string
  connector: Pick<ConnectorRow, 'id' | 'no' | 'accountId' | 'stationId'>
  card: { id: string; code: string }
  limit: Body['limit'] | null
  /** Car of the driver; null: none was chosen. */
  car: string | null
}

/**
 * Stores a start and sends it to the station. Returns its key, or that of a start of the same driver or guest at the
 * connector that has no outcome yet: then nothing is sent. A connector is refused that is offered to another driver of a
 * queue, or at which another one is starting.
 */
export async function sendOnce(deps: StartDeps, start: Start): Promise<string | Refusal> {
  const reserved = await reserveStart(deps, start)
  if (isRefusal(reserved)) return reserved
  if (reserved.isNew) await sendStart(deps, start)
  return reserved.key
}

async function usableConnector(
  deps: ChargeDeps,
  viewer: Viewer,
  id: string,
): Promise<ConnectorRow | Refusal> {
  const { rows } = await findConnectors(deps, viewer, { connector: id })
  const [connector] = rows
  if (!connector) return refuse('driver.not_authorized', { field: 'connector' })
  return refusalOfConnector(connector) ?? connector
}

/** Returns why nothing can be started at a connector; null if it can. */
export function refusalOfConnector(connector: Pick<ConnectorRow, 'isConnected' | 'state'>): Refusal | null {
  if (!connector.isConnected) return refuse('driver.station_offline', { field: 'connector' })
  if (connector.state === 'charging' || connector.state.startsWith('suspended'))
    return refuse('driver.connector_in_use', { field: 'connector' })
  if (connector.state === 'faulted' || connector.state === 'unavailable')
    return refuse('driver.connector_unavailable', { field: 'connector' })
  return null
}

type StartDeps = Pick<ChargeDeps, 'db' | 'clock' | 'commands' | 'log'>

/** Stores the start, unless there is one at the connector that has no outcome yet: then that one counts. */
const reserveStart = (
  { db, clock }: StartDeps,
  { owner, key, connector, card, limit, car }: Start,
): Promise<{ key: string; isNew: boolean } | Refusal> =>
  outsideTenant(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now()
      await lockEvse(tx, connector.id)
      const since = new Date(now.getTime() - repeatMs)
      const open = await findOpenStart(tx, { owner, evseId: connector.id, since })
      if (open !== null) return { key: open, isNew: false }
      const turn = await turnAt(tx, connector.id)
      const isOwn = turn && 'userId' in owner && turn.userId === owner.userId
      // a station that is asked for two may start with the second card while the first driver plugs in
      const isOthers = turn ? !isOwn : await isStarting(tx, connector.id, { now, except: owner })
      if (isOthers) return refuse('driver.connector_offered', { field: 'connector' })
      if (turn) await useCard(tx, turn, { card: card.id, now })
      const isNew = await insertCharge(tx, {
        user_id: 'userId' in owner ? owner.userId : null,
        guest_id: 'guestId' in owner ? owner.guestId : null,
        key,
        account_id: connector.accountId,
        station_id: connector.stationId,
        evse_id: connector.id,
        card_id: card.id,
        car_id: car,
        limit_kind: limit?.kind ?? null,
        limit_value: limit?.value ?? null,
        created_at: now,
      })
      return { key, isNew }
    }),
  )

async function sendStart(
  { db, clock, commands, log }: StartDeps,
  { owner, asker, key, connector, card }: Start,
): Promise<void> {
  // a reservation for another card is cancelled before the start
  await outsideTenant(() => sendCancellations({ db, clock, commands, log }))
  const run = await outsideTenant(() =>
    commands.send(asker, {
      stations: [connector.stationId],
      action: 'RemoteStartTransaction',
      payload: { connectorId: connector.no, idTag: card.code },
    }),
  )
  await outsideTenant(() =>
    setOutcome(
      db,
      { owner, key },
      isRefusal(run) ? { refusal: run.code } : { command_id: run.commandIds[0]! },
    ),
  )
}

/** Returns the state of a start of the viewer. */
export async function shownCharge(
  { db, clock }: ChargeDeps,
  viewer: Viewer,
  key: string,
): Promise<Charge | Refusal> {
  const row = await outsideTenant(() => readCharge(db, { userId: viewer.userId }, key))
  return row ? chargeState(row, { viewer, now: clock.now() }) : notFound
}

/** Requests the station to stop a session that the viewer may see, drivers their own, and waits for its answer. */
export async function stopCharge(
  { db, commands }: ChargeDeps,
  viewer: Viewer,
  { session: id, signal }: BodyOf<typeof driverChargeStop> & { signal: AbortSignal },
): Promise<AnswerOf<typeof driverChargeStop> | Refusal> {
  const session = await readSession(db, viewer, id)
  if (!session) return refuse('transaction.not_found', { field: 'session' })
  if (session.state !== 'running') return refuse('driver.session_ended', { field: 'session' })
  return requestStop(commands, askerOf(viewer, session.accountId), { session, signal })
}

/** Requests the station to stop a session, and waits for its answer. */
export async function requestStop(
  commands: Commands,
  asker: Asker,
  { session, signal }: { session: Pick<StoppableSession, 'number' | 'stationId'>; signal: AbortSignal },
): Promise<AnswerOf<typeof driverChargeStop> | Refusal> {
  const outcome = await outsideTenant(() =>
    commands.outcome(asker, {
      station: session.stationId,
      action: 'RemoteStopTransaction',
      payload: { transactionId: session.number },
      signal,
    }),
  )
  if (isRefusal(outcome)) return outcome
  if (outcome.state === 'accepted') return { result: 'confirmed' }
  return { result: outcome.state === 'rejected' ? 'refused' : 'silent' }
}
