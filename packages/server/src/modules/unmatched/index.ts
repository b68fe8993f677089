// Unmatched messages: messages of stations that match no transaction. Nothing acknowledged is lost from view
// (INV-4): a user sees and resolves it. Not here: transactions that need review.
import type { Job } from '../../jobs/job.ts'
import { everyHour } from '../../jobs/timetable.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { deleteOldResolved, unmatchedMessage, unmatchedSource } from './store.ts'

export { storeUnmatched } from './unmatched-message.ts'
export { closeUnmatched, lockUnmatched, type UnmatchedRow } from './store.ts'

export const registerUnmatched = (ctx: ModuleContext) => ({
  handlers: unmatchedHttp(ctx),
  jobs: unmatchedJobs(ctx.db),
})

/** Lists of unmatched messages; they are resolved by the subject to which they are applied. */
const unmatchedHttp = ({ db }: { db: Db }) =>
  ({
    unmatchedList: (viewer, query) => runList({ db, source: unmatchedSource, scope: viewer }, query),
    unmatchedGet: async (viewer, { id }) =>
      (await runGet({ db, source: unmatchedMessage, scope: viewer }, { id })) ??
      refuse('unmatched_message.not_found'),
    unmatchedCount: (viewer, query) => runCount({ db, source: unmatchedSource, scope: viewer }, query),
  }) satisfies Handlers

export const shownUnmatched = async (db: Db, scope: Scope, id: string) =>
  (await runGet({ db, source: unmatchedSource, scope }, { id })) ?? refuse('unmatched_message.not_found')

/** Jobs that limit the number of resolved messages. */
export const unmatchedJobs = (db: Db): Job[] => [
  { name: 'unmatched.delete-resolved', every: everyHour, atStart: true, work: () => deleteOldResolved(db) },
]
