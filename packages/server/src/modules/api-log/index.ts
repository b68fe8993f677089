// API log: who sent which API request, when, from where, with which parameters and with which result.
// Retained for a limited time and dropped by whole days. Not here: health, metrics and live connections,
// which users do not request themselves.
import type { Handlers } from '../../shared/handlers.ts'
import { RowBatches } from '../../shared/row-batches.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import type { ModuleContext } from '../module.ts'
import { type CalledRow, type CountedRow, RepeatedCalls } from './repeated-calls.ts'
import { apiLogSource, insertCalls } from './store.ts'

export type { CalledRow } from './repeated-calls.ts'
export { shownParameters } from './shown-parameters.ts'

const maxAddressLength = 64
/** Milliseconds between two checks for counts that are due. */
const countsMs = 5_000

/** Opens the API log, which is written asynchronously and in batches. */
export function registerApiLog({ db, clock, log, onClose }: ModuleContext) {
  const batches = new RowBatches<CountedRow>({
    write: (rows) => insertCalls(db, rows),
    lost: (count) => log.warn({ count }, `api-log: ${count} requests could not be stored`),
  })
  const repeated = new RepeatedCalls({
    write: (row) => batches.add(row),
    unknownLimitReached: () =>
      log.warn(
        { why: 'the API log only counts those beyond its limit' },
        'api-log: too many calls without a signed-in user',
      ),
    nowMs: () => clock.monotonicMs(),
  })
  const timer = setInterval(() => repeated.writeEnded(), countsMs).unref()
  onClose(() => {
    clearInterval(timer)
    repeated.writeEnded(true)
    return batches.close()
  })
  const { list, count, get, search } = journalAnswers(db, apiLogSource, {
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
    // behind a proxy whose headers are fully trusted, the address is any text that the caller sent
    called: (row: CalledRow) => repeated.add({ ...row, address: row.address.slice(0, maxAddressLength) }),
    /** Writes pending rows immediately, so that a reader sees them. */
    flush: () => {
      repeated.writeEnded()
      return batches.flush()
    },
  }
}
