import {
  type AnswerOf,
  type BodyOf,
  driverConnectorStates,
  type driverPlaceGet,
  type driverPlaceList,
  isOpenAt,
  maxDriverPlaces,
  usualChargeKwh,
} from '@stationmaster/contract'
import { decimalOf } from '../../shared/money.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { AccessDecisions, AccessRule } from '../access-rules/index.ts'
import type { ModuleContext } from '../module.ts'
import { preauthorizationOf, type ShownTariff, tariffsOfConnectors } from '../tariffs/index.ts'
import { type OwnCard, readOwnCards } from './card-store.ts'
import { type ConnectorState, connectorState, evseId } from './connector-state.ts'
import { estimateOf } from './estimate.ts'
import {
  type ConnectorRow,
  maxReadPlaces,
  type PlaceQuestion,
  type Position,
  readConnectors,
  readHelpNumber,
  readPrivateStations,
} from './place-store.ts'
import { queueAt } from './queue-open.ts'
import { reservationsAt } from './reservation-open.ts'
import { readMinutesLeft, readReportsSoc } from './time-left-store.ts'

export interface DriverDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  access: AccessDecisions
}

type Place = AnswerOf<typeof driverPlaceList>['places'][number]

interface Priced {
  row: ConnectorRow
  state: ConnectorState
  tariff: ShownTariff | null
  price: ReturnType<typeof estimateOf> | null
}

/** Returns true for a rule about certain cards at certain places: any other one does not publish a private station. */
const isGrant = (rule: AccessRule | null): boolean =>
  rule !== null &&
  [rule.cardId, rule.cardTag, rule.cardClientId].some((named) => named !== null) &&
  [rule.stationId, rule.siteId, rule.stationTag, rule.networkId].some((named) => named !== null)

/** Returns the private stations that an access rule opens to one of the cards. */
async function stationsOpenedByRules(
  { db, clock, access }: DriverDeps,
  viewer: Viewer,
  cards: readonly OwnCard[],
): Promise<string[]> {
  if (cards.length === 0 || access.rulesOf(viewer.accountId) === null) return []
  const at = clock.now()
  const stations = await readPrivateStations(db, viewer.accountId)
  const isOpened = ({ id, accountId, place, timeZone, evses }: (typeof stations)[number]) =>
    cards.some((card) => {
      const decision = access.decide(accountId, () => ({
        card,
        place: { ...place, stationId: id, timeZone },
        evses,
        at,
      }))
      return decision?.isAllowed === true && isGrant(decision.rule)
    })
  return stations.filter(isOpened).map(({ id }) => id)
}

/** Finds the connectors that the viewer may use. */
export async function findConnectors(
  deps: DriverDeps,
  viewer: Viewer,
  question: Partial<Omit<PlaceQuestion, 'allowed'>>,
): Promise<{ rows: ConnectorRow[]; cards: OwnCard[] }> {
  // a driver of a client also sees public stations of others; the query states what a driver may use
  const read = async () => {
    const cards = await readOwnCards(deps.db, viewer)
    const allowed = viewer.isDriver ? await stationsOpenedByRules(deps, viewer, cards) : []
    const rows = await readConnectors(deps.db, viewer, { allowed, position: null, ...question })
    return { rows, cards }
  }
  return viewer.isDriver ? outsideTenant(read) : read()
}

/** Returns the client whose prices apply: the card of a start pays; without a choice, the client of the viewer if a card has it. */
function payingClientOf(viewer: Viewer, cards: readonly OwnCard[], card: OwnCard | undefined): string | null {
  if (card) return card.clientId
  const clients = cards.map(({ clientId }) => clientId).filter((id) => id !== null)
  return clients.includes(viewer.clientId ?? '') ? viewer.clientId : (clients[0] ?? viewer.clientId)
}

interface ToPrice {
  rows: readonly ConnectorRow[]
  cards: readonly OwnCard[]
  /** Card of the start; undefined: none was chosen. */
  card?: OwnCard | undefined
  energyKwh: number
}

async function priced(
  { db, clock }: DriverDeps,
  viewer: Viewer,
  { rows, cards, card, energyKwh }: ToPrice,
): Promise<Priced[]> {
  const at = clock.now()
  const clientId = payingClientOf(viewer, cards, card)
  const accountId = rows[0]?.accountId
  if (accountId === undefined) return []
  const tariffs = await outsideTenant(() =>
    tariffsOfConnectors(
      db,
      { accountId, clientId: accountId === viewer.accountId ? clientId : null, at },
      rows.map(({ networkId, mode, powerW }) => ({ networkId, mode, powerW })),
    ),
  )
  const known = new Map<string, ReturnType<typeof estimateOf>>()
  const estimateAt = (row: ConnectorRow, tariff: ShownTariff) => {
    const key = [tariff.versionId, row.powerW, row.timeZone].join(' ')
    const { powerW, timeZone } = row
    const found =
      known.get(key) ??
      estimateOf({ definition: tariff.definition, powerW, timeZone, energyKwh, at: at.getTime() })
    known.set(key, found)
    return found
  }
  return rows.map((row, index) => {
    const tariff = row.accountId === accountId ? (tariffs[index] ?? null) : null
    return { row, state: connectorState(row, viewer), tariff, price: tariff && estimateAt(row, tariff) }
  })
}

function byPlace(connectors: readonly Priced[]): Priced[][] {
  const places = new Map<string, Priced[]>()
  for (const one of connectors) {
    const known = places.get(one.row.placeId)
    if (known) known.push(one)
    else places.set(one.row.placeId, [one])
  }
  return [...places.values()]
}

const bestState = (states: readonly ConnectorState[]): ConnectorState =>
  driverConnectorStates.find((state) => states.includes(state)) ?? 'offline'

function placeOf(connectors: readonly Priced[], at: Date): Place {
  const { row } = connectors[0]!
  const states = connectors.map(({ state }) => state)
  const powers = connectors.flatMap(({ row: { powerW } }) => (powerW === null ? [] : [powerW]))
  const cheapest = connectors
    .filter(({ price }) => price !== null)
    .toSorted((a, b) => a.price!.minor - b.price!.minor)[0]
  return {
    id: row.placeId,
    label: row.placeLabel,
    address: row.address,
    postalcode: row.postalCode,
    city: row.city,
    lat: row.lat,
    lng: row.lng,
    distance: row.distance === null ? null : Math.round(row.distance),
    open: isOpenAt(row.openingHours, row.timeZone, at),
    private: connectors.every(({ row: { isPrivate } }) => isPrivate),
    favourite: connectors.some(({ row: { isFavourite } }) => isFavourite),
    connectors: connectors.length,
    available: states.filter((state) => state === 'available').length,
    state: bestState(states),
    types: typesOf(connectors.map((one) => one.row)),
    power: powers.length === 0 ? null : Math.max(...powers),
    estimate: cheapest?.price?.estimate ?? null,
    perkwh: cheapest?.price?.perkwh ?? null,
    currency: cheapest?.tariff?.definition.currency ?? null,
  }
}

const typesOf = (rows: readonly ConnectorRow[]): string[] =>
  [...new Set(rows.flatMap(({ type }) => (type === null ? [] : [type])))].toSorted()

const positionOf = ({ lat, lng }: { lat?: number; lng?: number }): Position | null =>
  lat === undefined || lng === undefined ? null : { lat, lng }

const priceOf = ({ estimate }: Place): number =>
  estimate === null ? Number.POSITIVE_INFINITY : Number(estimate)

/** Places where nothing works come last. */
const orderOf = ({ state }: Place): number => (state === 'faulted' || state === 'offline' ? 1 : 0)

/** Lists the places where the viewer may charge. */
export async function listPlaces(
  deps: DriverDeps,
  viewer: Viewer,
  body: BodyOf<typeof driverPlaceList>,
): Promise<AnswerOf<typeof driverPlaceList>> {
  const { q: text, type, power = 0, energy: energyKwh = usualChargeKwh } = body
  const at = deps.clock.now()
  const { rows, cards } = await findConnectors(deps, viewer, {
    position: positionOf(body),
    ...(text?.trim() && { text: text.trim() }),
    ...(body.favourite && { isFavourite: true }),
  })
  const fitting = rows.filter(
    (row) => (type === undefined || row.type === type) && (power === 0 || (row.powerW ?? 0) >= power),
  )
  const all = byPlace(await priced(deps, viewer, { rows: fitting, cards, energyKwh })).map((connectors) =>
    placeOf(connectors, at),
  )
  const found = all.filter(
    ({ available, open }) =>
      (!body.available || available > 0) && (!body.open || open === true || open === null),
  )
  const sorted = found.toSorted(
    (a, b) => (body.order === 'price' ? compare(priceOf(a), priceOf(b)) : 0) || orderOf(a) - orderOf(b),
  )
  return {
    places: sorted.slice(0, maxDriverPlaces),
    more: sorted.length > maxDriverPlaces || new Set(rows.map(({ placeId }) => placeId)).size > maxReadPlaces,
    types: typesOf(rows),
  }
}

const compare = (a: number, b: number): number => (a === b ? 0 : a - b)

/** Returns one place with its connectors and prices. */
export async function getPlace(
  deps: DriverDeps,
  viewer: Viewer,
  body: BodyOf<typeof driverPlaceGet>,
): Promise<AnswerOf<typeof driverPlaceGet> | Refusal> {
  const { id, energy: energyKwh = usualChargeKwh } = body
  const { rows, cards } = await findConnectors(deps, viewer, { position: positionOf(body), id })
  if (rows.length === 0) return refuse('driver.place_not_found', { field: 'id' })
  const [card] =
    body.card === undefined ? [] : await outsideTenant(() => readOwnCards(deps.db, viewer, body.card))
  const connectors = await priced(deps, viewer, { rows, cards, card, energyKwh })
  const versions = [
    ...new Map(connectors.flatMap(({ tariff: t }) => (t ? [[t.versionId, t] as const] : []))).values(),
  ]
  const stations = [...new Set(rows.map(({ stationId }) => stationId))]
  const evses = rows.map((row) => row.id)
  const minutes = await outsideTenant(() => readMinutesLeft(deps.db, evses, deps.clock.now()))
  const reportsSoc = await outsideTenant(() => readReportsSoc(deps.db, evses))
  const offer = await outsideTenant(() => reservationsAt(deps, viewer, rows))
  const phone = await outsideTenant(() => readHelpNumber(deps.db, rows[0]!.accountId))
  return {
    ...placeOf(connectors, deps.clock.now()),
    queue: await queueAt(deps, viewer, rows),
    reservation: offer.reservation,
    phone,
    timezone: rows[0]!.timeZone,
    openinghours: rows[0]!.openingHours,
    list: connectors.map(({ row, state, tariff, price }) => ({
      id: row.id,
      no: row.no,
      station: stations.indexOf(row.stationId) + 1,
      stationlabel: row.stationLabel,
      label: row.label,
      evseid: evseId(row),
      type: row.type,
      power: row.powerW,
      state,
      since: row.since.toISOString(),
      tariff: tariff ? versions.findIndex(({ versionId }) => versionId === tariff.versionId) : null,
      estimate: price?.estimate ?? null,
      minutesleft: minutes.get(row.id) ?? null,
      reportssoc: reportsSoc.has(row.id),
      reserveduntil: offer.connectors.get(row.id)?.until?.toISOString() ?? null,
      reservable:
        state === 'available' &&
        offer.reservation.minutes > 0 &&
        offer.connectors.get(row.id)?.refusal === null,
    })),
    tariffs: versions.map(({ name, definition }) => ({
      name,
      definition,
      preauthorization: decimalOf(preauthorizationOf(definition), definition.currency),
    })),
  }
}
