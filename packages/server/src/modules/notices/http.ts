import type { Handlers } from '../../shared/handlers.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { deleteNotices, markNotices, noticeSource } from './store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

/** Endpoints of the caller's own notices. */
export const noticesHttp = ({ db, bus, clock }: Deps) => {
  /** Changes notices and sends the hint to the user's other tabs. */
  const change = ({ accountId }: Viewer, work: (tx: Tx) => Promise<number>) =>
    inTransaction(db, async (tx) => {
      const count = await work(tx)
      if (count > 0)
        await bus.publish(tx, [{ kind: 'hint', account: accountId, hint: { kind: 'notice.changed' } }])
      return { count }
    })
  return {
    noticeList: (viewer, query) => runList({ db, source: noticeSource, scope: viewer }, query),
    noticeCount: (viewer, query) => runCount({ db, source: noticeSource, scope: viewer }, query),
    noticeMark: (viewer, { ids, status }) =>
      change(viewer, (tx) => markNotices(tx, viewer.userId, { ids, status, now: clock.now() })),
    noticeDelete: (viewer, { ids }) => change(viewer, (tx) => deleteNotices(tx, viewer.userId, ids)),
  } satisfies Handlers
}
