import type { ModuleContext } from '../module.ts'
import { type ShownTariff, tariffsOfConnectors } from '../tariffs/index.ts'
import { type ConnectorState, connectorState } from './connector-state.ts'
import { type ConnectorRow, readConnectors } from './place-store.ts'
import { accountOfPublicPlace } from './public-place-store.ts'

/** Id in place of a user: visitors have none. */
export const visitor = { userId: '00000000-0000-0000-0000-000000000000' }

/** Returns the scope of visitors, who see public stations of an account only, as a driver without cards does. */
export const visitorScope = (accountId: string) => ({
  ...visitor,
  accountId,
  clientId: null,
  isAdmin: false,
  isDriver: true,
})

/** A connector of a public place as visitors see it. */
export interface PublicConnector {
  row: ConnectorRow
  state: ConnectorState
  tariff: ShownTariff | null
}

/** Returns the public connectors of a place with their prices; empty if there are none. */
export async function findPublicPlace(
  { db, clock }: Pick<ModuleContext, 'db' | 'clock'>,
  id: string,
): Promise<PublicConnector[]> {
  const accountId = await accountOfPublicPlace(db, id)
  if (accountId === null) return []
  const found = await readConnectors(db, visitorScope(accountId), { allowed: [], position: null, id })
  // the page of a station at a site would repeat a part of that of the site
  const rows = found.filter(({ placeId }) => placeId === id)
  const tariffs = await tariffsOfConnectors(db, { accountId, clientId: null, at: clock.now() }, rows)
  return rows.map((row, index) => ({
    row,
    state: connectorState(row, visitor),
    tariff: tariffs[index] ?? null,
  }))
}
