import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { foldCode } from '../cards/index.ts'
import { hashStationKey, makeStationKey } from '../stations/index.ts'
import { type DemoDeps, type FleetFile, knownKeys, writeFleet } from './fleet-file.ts'
import { demoCardCode, demoDrivers, spareCards } from './demo-cards.ts'
import { type DemoStation, demoStations } from './demo-stations.ts'
import {
  deleteDemo,
  demoCardCodes,
  demoStationRows,
  insertCards,
  insertDrivers,
  insertEvses,
  insertKey,
  insertStates,
  insertStations,
  keyHashes,
  whileDemoLocked,
} from './store.ts'
import { lastMonth } from '../reports/index.ts'
import { insertInvoices } from './invoices-store.ts'
import { insertEvents } from './events-store.ts'
import { insertPlaces } from './places-store.ts'
import { insertTariffs } from './tariffs-store.ts'
import { seedHistory } from './seed-history.ts'

/** Days before the first start for which the demo has states. */
const daysOfStates = 60
/** Days whose sessions and states are events of the activity, too. */
const daysOfEvents = 8
const dayMs = 86_400_000

/**
 * Adds the demo's stations, cards, clients, sites and history unless they exist, and writes the fleet file. Keys of an
 * existing file are used again, so that stations that are already running can still connect.
 */
export async function seedDemo(
  deps: DemoDeps,
  account: { id: string; code: string },
  stationOrigin: string,
): Promise<{ stations: number; isNew: boolean }> {
  const known = await knownKeys(deps.fleetPath)
  const { keys, cards, isNew } = await whileDemoLocked(deps.db, async (tx) => {
    const present = await demoStationRows(tx)
    const isNew = present.length === 0
    if (isNew) {
      // remains of an interrupted removal
      await deleteDemo(tx)
      await seedRows(deps, tx, account.id)
    }
    const keys = new Map<string, string>()
    for (const { id, identity } of isNew ? await demoStationRows(tx) : present)
      keys.set(identity, await keyOf(deps, tx, { stationId: id, known: known.get(identity) }))
    await deps.bus.publish(tx, [
      { kind: 'hint', account: account.id, hint: { kind: 'station.changed' } },
      { kind: 'hint', account: account.id, hint: { kind: 'card.changed' } },
      { kind: 'hint', account: account.id, hint: { kind: 'client.changed' } },
      { kind: 'hint', account: account.id, hint: { kind: 'site.changed' } },
      { kind: 'hint', account: account.id, hint: { kind: 'tariff.changed' } },
      { kind: 'hint', account: account.id, hint: { kind: 'seller.changed' } },
      { kind: 'hint', account: account.id, hint: { kind: 'invoice.changed' } },
      { kind: 'invoice.issued' },
    ])
    return { keys, cards: await demoCardCodes(tx), isNew }
  })
  await writeFleet(deps.fleetPath, fleetOf(`${stationOrigin}/ocpp/${account.code}`, keys, cards))
  return { stations: keys.size, isNew }
}

/** Returns the key of an earlier start if the station still accepts it, otherwise a new one. */
async function keyOf(
  deps: DemoDeps,
  tx: Tx,
  { stationId, known }: { stationId: string; known: string | undefined },
): Promise<string> {
  if (known !== undefined) {
    const hash = hashStationKey(stationId, known)
    if ((await keyHashes(tx, stationId)).some((stored) => stored.equals(hash))) return known
  }
  const now = deps.clock.now()
  const key = makeStationKey()
  const hash = hashStationKey(stationId, key)
  await insertKey(tx, { id: newId(now.getTime()), station_id: stationId, hash, created_at: now })
  return key
}

async function seedRows(deps: DemoDeps, tx: Tx, accountId: string): Promise<void> {
  const now = deps.clock.now()
  const created = new Date(Date.parse(lastMonth(now)) - dayMs)
  const drivers = demoDrivers.map((driver, index) => ({ ...driver, index, id: newId(created.getTime()) }))
  await insertDrivers(
    tx,
    drivers.map(({ id, first, last }) => ({
      id,
      account_id: accountId,
      username: `demo-${id.slice(-12)}`,
      interface_code: 'driver' as const,
      first_name: first,
      last_name: last,
      is_demo: true,
      created_at: created,
    })),
  )
  const cards = drivers.map((driver) => ({ ...driver, cardId: newId(created.getTime()) }))
  await insertCards(
    tx,
    cards.map(({ id, cardId, first, last, index }) => ({
      id: cardId,
      account_id: accountId,
      owner_id: id,
      code: demoCardCode(index),
      code_folded: foldCode(demoCardCode(index)),
      name: `${first} ${last}`,
      is_demo: true,
      created_at: created,
    })),
  )
  await insertCards(
    tx,
    spareCards.map((card) => spareCardRow(card, accountId, created)),
  )
  const origin = { accountId, created }
  const rows = demoStations.map((station) => stationRow(station, drivers[6]!.id, origin))
  const added = await insertStations(tx, rows)
  const stations = demoStations
    .map((station, index) => ({ station, id: rows[index]!.id }))
    .filter(({ station }) => added.has(station.identity))
  await insertEvses(
    tx,
    stations.flatMap(({ station, id }) => evseRows(station, id, origin)),
  )
  await insertPlaces(tx, origin)
  await insertTariffs(tx, origin)
  await insertStates(tx, accountId, daysOfStates)
  const owners = cards.map(({ cardId, index }) => ({ id: cardId, code: demoCardCode(index) }))
  await seedHistory(deps, tx, { accountId, stations, cards: owners })
  await insertEvents(tx, accountId, daysOfEvents)
  await insertInvoices(tx, { accountId, now })
}

const spareCardRow = (card: (typeof spareCards)[number], accountId: string, created: Date) => ({
  id: newId(created.getTime()),
  account_id: accountId,
  code: card.code,
  code_folded: foldCode(card.code),
  name: card.name,
  type: card.type ?? ('rfid' as const),
  state: card.isBlocked ? ('disabled' as const) : ('enabled' as const),
  expires_at: card.isExpired ? created : null,
  parent_code: card.parent ?? null,
  max_transactions: card.maxTransactions ?? 1,
  is_demo: true,
  created_at: created,
})

const serialOf = ({ identity }: DemoStation): string => `SN-${identity.slice(5)}`
const firmware = '2.4.1'

interface Origin {
  accountId: string
  created: Date
}

const stationRow = (station: DemoStation, ownerId: string, { accountId, created }: Origin) => ({
  id: newId(created.getTime()),
  account_id: accountId,
  owner_id: station.type === 'private' ? ownerId : null,
  identity: station.identity,
  label: station.label,
  type: station.type,
  address: station.address,
  time_zone: station.timeZone,
  lat: station.lat,
  lng: station.lng,
  vendor: station.vendor,
  model: station.model,
  serial_number: serialOf(station),
  firmware_version: firmware,
  is_demo: true,
  created_at: created,
})

const evseRows = (station: DemoStation, stationId: string, { accountId, created }: Origin) =>
  station.connectors.map(({ id: evseNo, kind, powerW, plug }) => ({
    id: newId(created.getTime()),
    account_id: accountId,
    station_id: stationId,
    evse_no: evseNo,
    type: kind,
    plug,
    max_power_w: powerW,
    mode: powerW > 100_000 ? 'ultra' : powerW > 22_000 ? 'fast' : 'standard',
    state_since: created,
    created_at: created,
  }))

const fleetOf = (url: string, keys: ReadonlyMap<string, string>, cards: string[]): FleetFile => ({
  url,
  cards,
  stations: demoStations
    .filter(({ identity }) => keys.has(identity))
    .map((station) => ({
      identity: station.identity,
      key: keys.get(station.identity)!,
      vendor: station.vendor,
      model: station.model,
      serial: serialOf(station),
      firmware,
      connectors: station.connectors,
      behaviour: station.behaviour,
      cards: [],
    })),
})
