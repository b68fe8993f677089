import type { BodyOf, search } from '@stationmaster/contract'
import type { RawBuilder } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleCards } from '../cards/index.ts'
import { visibleClients } from '../clients/index.ts'
import { visibleCommands } from '../commands/index.ts'
import { visibleReservations } from '../reservations/index.ts'
import { visibleSites } from '../sites/index.ts'
import { connectorSource, visibleStations } from '../stations/index.ts'
import { visibleTransactions } from '../transactions/index.ts'
import {
  findAccounts,
  findCommands,
  findConnectors,
  findObjects,
  findReservations,
  findSessions,
} from './named-store.ts'
import {
  type Find,
  findCards,
  findClients,
  findLikely,
  findSessionByNumber,
  findSites,
  findStations,
  type Hit,
  searchTermsOf,
} from './store.ts'

export interface SearchDeps {
  db: Db
  /** Returns true if a viewer may list objects of a class; other classes are not searched. */
  mayList: (viewer: Viewer, classCode: string) => boolean
  /** Classes added by administrators, and the condition that limits their objects to what a viewer may see. */
  customObjects: { codes: () => readonly string[]; visible: (viewer: Viewer) => RawBuilder<unknown> }
}

const maxPerEntity = 20
/** Entities searched while the user types; a session is found by its number only. */
const whileTyping: Readonly<Record<string, Find>> = {
  charge_point: findStations,
  card: findCards,
  client: findClients,
  site: findSites,
  transaction: findSessionByNumber,
}
/** Entities searched if they are requested by name. */
const named = {
  charge_point: findStations,
  card: findCards,
  client: findClients,
  site: findSites,
  transaction: findSessions,
  connector: findConnectors,
  reservation: findReservations,
  command: findCommands,
  account: findAccounts,
} satisfies Record<string, Find>

/** Conditions that limit each class to what a viewer may see. */
const visible = {
  charge_point: visibleStations,
  connector: connectorSource.visible,
  card: visibleCards,
  client: visibleClients,
  site: visibleSites,
  transaction: visibleTransactions,
  reservation: visibleReservations,
  command: visibleCommands,
}

/** Finds objects of all classes by a text. */
export const searchHttp = (deps: SearchDeps) =>
  ({ search: (viewer, body) => find(deps, viewer, body) }) satisfies Handlers

async function find(deps: SearchDeps, viewer: Viewer, body: BodyOf<typeof search>): Promise<Hit[] | Refusal> {
  const known = [...Object.keys(named), ...deps.customObjects.codes()]
  const unknown = body.entities?.findIndex((entity) => !known.includes(entity)) ?? -1
  if (unknown >= 0)
    return refuse('value.not_listed', { values: known.join(', '), field: `entities[${unknown}]` })
  const text = body.text.trim()
  if (text === '' && body.entities === undefined) return []
  const terms = { ...searchTermsOf(text), most: maxPerEntity }
  const finders: Readonly<Record<string, Find>> = body.entities ? named : whileTyping
  const hits: Hit[] = []
  // sequentially: a search must not take all connections of a small pool
  for (const entity of new Set(body.entities ?? Object.keys(whileTyping))) {
    if (!deps.mayList(viewer, entity)) continue
    const run = finders[entity] ?? findObjects(entity, deps.customObjects.visible(viewer))
    hits.push(...(await run(deps.db, scopeOf(viewer), terms)))
  }
  if (hits.length > 0 || text === '') return hits
  const entities = body.entities ?? Object.keys(whileTyping)
  const classes = (['charge_point', 'card'] as const).filter(
    (code) => entities.includes(code) && deps.mayList(viewer, code),
  )
  return findLikely(deps.db, scopeOf(viewer), { ...terms, classes })
}

const scopeOf = (viewer: Viewer) => ({
  scope: viewer,
  of: (entity: keyof typeof visible) => visible[entity](viewer),
  // a user who may restore a station can find it
  withDeleted: !viewer.isDriver && viewer.rights.maySome('charge_point', 'u'),
})
