import { type BodyOf, stationSet } from '@stationmaster/contract'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { clientReference } from '../clients/index.ts'
import type { ImportClass } from '../imports/index.ts'
import { type AddedStation, newStations, storeWithKeys, takenBy } from './add-station.ts'
import { insertStations, statesOfIdentities } from './edit-store.ts'
import { siteReference } from './site-store.ts'
import type { StationWebDeps } from './web-deps.ts'

type Body = BodyOf<typeof stationSet> & { identity: string }

/** Describes how stations are imported; the answer has their keys. */
export const stationImport = (deps: StationWebDeps): ImportClass<Body, AddedStation> => ({
  classCode: 'charge_point',
  body: stationSet.body,
  references: { site: siteReference, client: clientReference },
  required: ['identity'],
  key: { field: 'identity', of: ({ identity }) => identity },
  refuseBeyond: (tx, viewer, rows) =>
    deps.quotas.refuseMany(tx, viewer.accountId, { what: 'stations', rows }),
  prepare: (tx, viewer, bodies) => prepareStations(deps, tx, { viewer, bodies }),
  insert: async (tx, viewer, stations) => {
    await insertStations(
      tx,
      stations.map(({ row }) => row),
    )
    await storeWithKeys(tx, viewer, stations)
  },
  changed: (account) => [{ kind: 'hint', account, hint: { kind: 'station.changed' } }],
  keyOf: ({ row, key }) => ({ identity: row.identity, key }),
})

async function prepareStations(
  deps: StationWebDeps,
  tx: Tx,
  { viewer, bodies }: { viewer: Viewer; bodies: readonly Body[] },
): Promise<(AddedStation | Refusal)[]> {
  const identities = bodies.map(({ identity }) => identity)
  const taken = await statesOfIdentities(tx, viewer, { accountId: viewer.accountId, identities })
  const newStation = newStations(tx, viewer, deps.clock.now())
  const stations: (AddedStation | Refusal)[] = []
  for (const body of bodies) {
    const station = deps.methods.typeRefusal('charge_point', body.typecode) ?? (await newStation(body))
    const { identity } = body
    stations.push(
      !isRefusal(station) && taken.has(identity) ? takenBy(identity, taken.get(identity)) : station,
    )
  }
  return stations
}
