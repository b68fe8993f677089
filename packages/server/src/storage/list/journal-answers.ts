import { mostCounted, mostSearched } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Database } from '../tables.gen.ts'
import { type Query, runCountUpTo, runGet, runList } from './list-query.ts'
import { runSearch, type SearchSource, type TextSearch } from './run-search.ts'

/** Answers to the four ways into a journal; none of them reads all of it. */
export const journalAnswers = <Row extends { id: string; datetime: string }>(
  db: Kysely<Database>,
  source: SearchSource<Row>,
  /** What there is none of: `call`, `event`. */
  one: string,
) => ({
  list: (viewer: Viewer, query: Query) => runList(db, source, viewer, query),
  count: (viewer: Viewer, query: Query) => runCountUpTo(db, source, viewer, query, mostCounted),
  get: async (viewer: Viewer, { id, fields }: { id: string; fields?: string[] }): Promise<Row | Refusal> =>
    (await runGet<Row>(db, source, viewer, { id } as Partial<Record<keyof Row & string, string>>, fields)) ??
    refuse('not-found', `There is no such ${one}`),
  search: (viewer: Viewer, query: TextSearch) => runSearch(db, source, viewer, { query, most: mostSearched }),
})
