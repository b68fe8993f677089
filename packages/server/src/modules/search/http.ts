import type { BodyOf, search } from '@stationmaster/contract'
import type { Kysely, RawBuilder } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
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
  findLikely,
  findSessionByNumber,
  findStations,
  type Hit,
  searchTermsOf,
} from './store.ts'

export interface SearchDeps {
  db: Kysely<Database>
  /** Whether a viewer may list objects of a class at all; what they may not list is not searched. */
  mayList: (viewer: Viewer, classCode: string) => boolean
  /** What of each class a viewer may see, as the class itself says. */
  visible: { [entity in Exclude<Entity, 'account'>]: (scope: Scope) => RawBuilder<unknown> }
  /** The classes that administrators made, and what of their objects a viewer may see. */
  made: { codes: () => readonly string[]; visible: (viewer: Viewer) => RawBuilder<unknown> }
}

const mostOfEach = 20
/** What is searched while somebody types anywhere: a session is found by its number alone. */
const atOnce: Readonly<Record<string, Find>> = {
  charge_point: findStations,
  card: findCards,
  transaction: findSessionByNumber,
}
/** What is searched when it is asked for by name. */
const named = {
  charge_point: findStations,
  card: findCards,
  transaction: findSessions,
  connector: findConnectors,
  reservation: findReservations,
  command: findCommands,
  account: findAccounts,
} satisfies Record<string, Find>
type Entity = keyof typeof named

/** Finds objects of all classes by a text. */
export const searchHttp = (deps: SearchDeps) =>
  ({ search: (viewer, body) => find(deps, viewer, body) }) satisfies Handlers

async function find(deps: SearchDeps, viewer: Viewer, body: BodyOf<typeof search>): Promise<Hit[] | Refusal> {
  const known = [...Object.keys(named), ...deps.made.codes()]
  const unknown = body.entities?.find((entity) => !known.includes(entity))
  if (unknown !== undefined)
    return refuse(
      'invalid',
      `"${unknown.slice(0, 60)}" cannot be searched; these can: ${known.join(', ')}`,
      'entities',
    )
  const text = body.text.trim()
  if (text === '' && body.entities === undefined) return []
  const wanted = searchTermsOf(text)
  const finders: Readonly<Record<string, Find>> = body.entities ? named : atOnce
  const hits: Hit[] = []
  // one after the other: a search must not take all connections of a small pool
  for (const entity of new Set(body.entities ?? Object.keys(atOnce))) {
    if (!deps.mayList(viewer, entity)) continue
    const run = finders[entity] ?? findObjects(entity, deps.made.visible(viewer))
    hits.push(...(await run(deps.db, sightOf(deps, viewer), wanted, mostOfEach)))
  }
  if (hits.length > 0 || text === '') return hits
  const entities = body.entities ?? Object.keys(atOnce)
  const classes = (['charge_point', 'card'] as const).filter(
    (code) => entities.includes(code) && deps.mayList(viewer, code),
  )
  return findLikely(deps.db, sightOf(deps, viewer), wanted, { most: mostOfEach, classes })
}

const sightOf = ({ visible }: SearchDeps, viewer: Viewer) => ({
  scope: viewer,
  of: (entity: keyof SearchDeps['visible']) => visible[entity](viewer),
  // who may restore a station finds it
  withDeleted: !viewer.isDriver && viewer.rights.maySome('charge_point', 'u'),
})
