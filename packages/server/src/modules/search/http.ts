import type { BodyOf, search } from '@stationmaster/contract'
import type { RawBuilder } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleCards } from '../cards/index.ts'
import { visibleCars } from '../cars/index.ts'
import { visibleClients } from '../clients/index.ts'
import { visibleCommands } from '../commands/index.ts'
import { visibleUsers } from '../people/index.ts'
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
import { searchedClasses } from './class-store.ts'
import { type Find, findSessionByNumber, type Hit, searchTermsOf } from './store.ts'
import {
  canHaveTypos,
  findByWords,
  findNear,
  findSimilar,
  type SearchedClass,
  searchWords,
} from './text-store.ts'

export interface SearchDeps {
  db: Db
  /** Returns true if a viewer may list objects of a class; other classes are not searched. */
  mayList: (viewer: Viewer, classCode: string) => boolean
  /** Classes added by administrators, and the condition that limits their objects to what a viewer may see. */
  customObjects: { codes: () => readonly string[]; visible: (viewer: Viewer) => RawBuilder<unknown> }
}

const maxPerEntity = 20
/** Other classes, which are searched if they are requested by name. */
const named: Readonly<Record<string, Find>> = {
  transaction: findSessions,
  connector: findConnectors,
  reservation: findReservations,
  command: findCommands,
  account: findAccounts,
}
const byText = new Map<string, SearchedClass>(searchedClasses.map((searched) => [searched.code, searched]))
/** Classes searched while the user types; a session is found by its number only. */
const whileTyping = [...byText.keys(), 'transaction']

/** Conditions that limit each class to what a viewer may see. */
const visible = {
  charge_point: visibleStations,
  connector: connectorSource.visible,
  card: visibleCards,
  car: visibleCars,
  client: visibleClients,
  site: visibleSites,
  user: visibleUsers,
  transaction: visibleTransactions,
  reservation: visibleReservations,
  command: visibleCommands,
}

/** Finds objects of all classes by a text. */
export const searchHttp = (deps: SearchDeps) =>
  ({ search: (viewer, body) => find(deps, viewer, body) }) satisfies Handlers

async function find(deps: SearchDeps, viewer: Viewer, body: BodyOf<typeof search>): Promise<Hit[] | Refusal> {
  const known = [...byText.keys(), ...Object.keys(named), ...deps.customObjects.codes()]
  const unknown = body.entities?.findIndex((entity) => !known.includes(entity)) ?? -1
  if (unknown >= 0)
    return refuse('value.not_listed', { values: known.join(', '), field: `entities[${unknown}]` })
  const text = body.text.trim()
  if (text === '' && body.entities === undefined) return []
  const words = await searchWords(deps.db, text)
  const entities = [...new Set(body.entities ?? whileTyping)].filter((code) => deps.mayList(viewer, code))
  const finderOf = (entity: string): Find => {
    const searched = byText.get(entity)
    if (searched) return findByWords(searched, words)
    if (entity === 'transaction' && !body.entities) return findSessionByNumber
    return named[entity] ?? findObjects(entity, deps.customObjects.visible(viewer))
  }
  const findAll = async (finders: readonly Find[]): Promise<Hit[]> => {
    const hits: Hit[] = []
    // sequentially: a search must not take all connections of a small pool
    for (const run of finders)
      hits.push(...(await run(deps.db, scopeOf(viewer), { ...searchTermsOf(text), most: maxPerEntity })))
    return hits
  }
  const hits = await findAll(entities.map(finderOf))
  if (hits.length > 0 || !canHaveTypos(words)) return hits
  const mistyped = entities.flatMap((entity) => byText.get(entity) ?? [])
  const near = await findAll(mistyped.map((searched) => findNear(searched, words)))
  return near.length > 0 ? near : findAll(mistyped.map((searched) => findSimilar(searched, words)))
}

const scopeOf = (viewer: Viewer) => ({
  scope: viewer,
  of: (entity: keyof typeof visible) => visible[entity](viewer),
  // a user who may restore a station can find it
  withDeleted: viewer.rights.maySome('charge_point', 'u'),
})
