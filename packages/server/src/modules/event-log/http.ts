import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { eventLogSource } from './list-store.ts'

/** Endpoints of the log of events. */
export function eventLogHttp({ db }: { db: Kysely<Database> }) {
  const { list, count, get, search } = journalAnswers(db, eventLogSource, 'event')
  return {
    eventLogList: list,
    eventLogCount: count,
    eventLogGet: get,
    eventLogSearch: search,
  } satisfies Handlers
}
