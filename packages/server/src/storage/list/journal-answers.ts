import { maxCounted, maxSearched } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../transaction.ts'
import { type Query, runCountUpTo, runGet, runList } from './list-query.ts'
import { runSearch, type SearchSource, type TextSearch } from './run-search.ts'

interface About {
  /** Writes pending entries first: a client may look up the id of a failure before it is written. */
  settle?: () => Promise<void>
}

/** Creates the four read operations of a journal; none of them reads all of it. */
export function journalAnswers<Row extends { id: string; datetime: string }>(
  db: Db,
  source: SearchSource<Row>,
  { settle = async () => {} }: About = {},
) {
  return {
    list: async (viewer: Viewer, query: Query) => {
      await settle()
      return runList({ db, source, scope: viewer }, query)
    },
    count: async (viewer: Viewer, query: Query) => {
      await settle()
      return runCountUpTo({ db, source, scope: viewer }, query, maxCounted)
    },
    get: async (
      viewer: Viewer,
      { id, fields }: { id: string; fields?: string[] },
    ): Promise<Row | Refusal> => {
      await settle()
      const by = { id } as Partial<Record<keyof Row & string, string>>
      return (
        (await runGet({ db, source, scope: viewer }, by, fields)) ??
        refuse('log_entry.not_found', { field: 'id' })
      )
    },
    search: async (viewer: Viewer, query: TextSearch) => {
      await settle()
      return runSearch({ db, source, scope: viewer }, { query, most: maxSearched })
    },
  }
}
