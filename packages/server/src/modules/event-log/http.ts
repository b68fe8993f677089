import type { Handlers } from '../../shared/handlers.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import type { EventLogWriter } from './event-log-writer.ts'
import { eventLogSource } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

interface EventLogDeps {
  db: Db
  events: EventLogWriter
}

/** Endpoints of the event log. */
export function eventLogHttp({ db, events }: EventLogDeps) {
  const settle = () => events.flush()
  const { list, count, get, search } = journalAnswers(db, eventLogSource, { settle })
  return {
    eventLogList: list,
    eventLogCount: count,
    eventLogGet: get,
    eventLogSearch: search,
  } satisfies Handlers
}
