import type { AnswerOf, postGet } from '@stationmaster/contract'
import { toAdministrators } from '../../bus/events.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfPost, postBody, postSource, queuePostAgain } from './store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

const noPost = refuse('post.not_found', { field: 'id' })

/** Endpoints of posts by scripts. */
export const postsHttp = (deps: Deps) =>
  ({
    postList: (viewer, query) => runList({ db: deps.db, source: postSource, scope: viewer }, query),
    postCount: (viewer, query) => runCount({ db: deps.db, source: postSource, scope: viewer }, query),
    postGet: (viewer, body) => getPost(deps, viewer, body),
    postSendAgain: (viewer, { id }) => sendAgain(deps, viewer, id),
  }) satisfies Handlers

async function getPost(
  { db }: Deps,
  viewer: Viewer,
  body: { id: string; fields?: string[] },
): Promise<AnswerOf<typeof postGet> | Refusal> {
  const row = await runGet({ db, source: postSource, scope: viewer }, body)
  if (isRefusal(row)) return row
  const sent = row && (await postBody(db, body.id))
  return sent ? { ...row, ...sent } : noPost
}

async function sendAgain({ db, bus, clock }: Deps, viewer: Viewer, id: string) {
  const found = await runGet({ db, source: postSource, scope: viewer }, { id })
  if (isRefusal(found) || !found) return found ?? noPost
  const isQueued = await inTransaction(db, async (tx) => {
    if (!(await queuePostAgain(tx, id, clock.now()))) return false
    await bus.publish(tx, [{ kind: 'post.queued' }, toAdministrators({ kind: 'post.changed', ids: [id] })])
    await recordChange(tx, viewer, {
      accountId: await accountOfPost(tx, id),
      kind: 'command',
      classCode: 'post',
      objectId: id,
      label: found.origin,
      action: 'send-again',
    })
    return true
  })
  if (!isQueued) return refuse('post.not_failed', { field: 'id' })
  return (await runGet({ db, source: postSource, scope: viewer }, { id })) ?? noPost
}
