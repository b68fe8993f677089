import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import type { Log } from '../../shared/log.ts'
import { RowBatches } from '../../shared/row-batches.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { CalledRow } from './called-row.ts'
import { apiLogSource } from './list-store.ts'
import { insertCalls } from './store.ts'

const longestAddress = 64

/** The log of calls: written off the path of the request, now and then, many at once. */
export function openApiLog({ db, log }: { db: Kysely<Database>; log: Log }) {
  const batches = new RowBatches<CalledRow>({
    write: (rows) => insertCalls(db, rows),
    lost: (count) => log.warn({ count }, `api-log: ${count} calls could not be kept`),
  })
  const { list, count, get, search } = journalAnswers(db, apiLogSource, {
    one: 'call',
    settle: () => batches.flush(),
  })
  const handlers = {
    apiLogList: list,
    apiLogCount: count,
    apiLogGet: get,
    apiLogSearch: search,
  } satisfies Handlers
  return {
    handlers,
    // behind a proxy that is believed in everything, an address is what callers say it is
    called: (row: CalledRow) => batches.add({ ...row, address: row.address.slice(0, longestAddress) }),
    /** Writes what waits: for who looks at once. */
    flush: () => batches.flush(),
    close: () => batches.close(),
  }
}
