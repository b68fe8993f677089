import type { BodyOf, search } from '@stationmaster/contract'
import type { Kysely, RawBuilder } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { findCards, findSessions, findStations, type Hit, wantedOf } from './store.ts'

export interface SearchDeps {
  db: Kysely<Database>
  /** What of each class a viewer may see, as the class itself says. */
  visible: {
    charge_point: (scope: Scope) => RawBuilder<unknown>
    card: (scope: Scope) => RawBuilder<unknown>
    transaction: (scope: Scope) => RawBuilder<unknown>
  }
}

const mostOfEach = 20
const finders = { charge_point: findStations, card: findCards, transaction: findSessions }
type Entity = keyof typeof finders

/** Finds objects of all classes by a text. */
export const searchHttp = (deps: SearchDeps) =>
  ({ search: (viewer, body) => find(deps, viewer, body) }) satisfies Handlers

async function find(deps: SearchDeps, scope: Scope, body: BodyOf<typeof search>): Promise<Hit[] | Refusal> {
  const known = Object.keys(finders) as Entity[]
  const unknown = body.entities?.find((entity) => !known.includes(entity as Entity))
  if (unknown !== undefined)
    return refuse(
      'invalid',
      `"${unknown.slice(0, 60)}" cannot be searched; these can: ${known.join(', ')}`,
      'entities',
    )
  const text = body.text.trim()
  if (text === '') return []
  const wanted = wantedOf(text)
  const chosen = known.filter(
    (entity) =>
      (body.entities === undefined || body.entities.includes(entity)) && !scope.blind?.includes(entity),
  )
  const hits: Hit[] = []
  // one after the other: a search must not take all connections of a small pool
  for (const entity of chosen)
    hits.push(...(await finders[entity](deps.db, deps.visible[entity](scope), wanted, mostOfEach)))
  return hits
}
