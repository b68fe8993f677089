import type { AnswerOf, sessionList } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type IdentityDeps, selfAuditRef } from './deps.ts'
import { endSession, endSessionsOf } from './end-session.ts'
import { activeSessionsOf, codeOfOwnSession } from './session-store.ts'

/**
 * Ends a session immediately in all processes: its tokens and its open streams. `record` runs in the same
 * transaction.
 */
export async function signOut(
  deps: Pick<IdentityDeps, 'db' | 'bus' | 'clock'>,
  session: string,
  { reason, record }: { reason: string; record?: (tx: Tx) => Promise<void> },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await endSession(deps, tx, { session, reason })) await record?.(tx)
  })
}

/** Returns the audit reference of a session that is ended from another one; `id` is its public id. */
export const sessionAuditRef = (id: string) => ({
  accountId: null,
  classCode: 'session',
  objectId: id,
  label: id,
  action: 'end',
})

/** Returns the caller's open login sessions for display, without the code that tokens carry. */
export async function ownSessions(deps: IdentityDeps, viewer: Viewer): Promise<AnswerOf<typeof sessionList>> {
  const rows = await activeSessionsOf(deps.db, viewer.userId, deps.clock.now())
  return rows.map((row) => ({
    id: row.id,
    created: row.created_at.toISOString(),
    lastactivity: row.last_used_at.toISOString(),
    expires: row.expires_at.toISOString(),
    host: row.host,
    agent: row.agent,
    current: row.code === viewer.session,
  }))
}

export async function endOwnSession(
  deps: IdentityDeps,
  viewer: Viewer,
  id: string,
): Promise<{ result: boolean } | Refusal> {
  const code = await codeOfOwnSession(deps.db, viewer.userId, { id, now: deps.clock.now() })
  if (code === null) return refuse('session.not_found', { field: 'id' })
  await signOut(deps, code, {
    reason: 'ended by the person',
    record: (tx) => recordChange(tx, viewer, sessionAuditRef(id)),
  })
  return { result: true }
}

export async function endOtherSessions(
  deps: IdentityDeps,
  viewer: Viewer,
): Promise<{ result: boolean; ended: number }> {
  const ended = await inTransaction(deps.db, async (tx) => {
    const count = await endSessionsOf(deps, tx, {
      userId: viewer.userId,
      reason: 'signed out elsewhere',
      except: viewer.session,
    })
    if (count > 0)
      await recordChange(tx, viewer, {
        ...selfAuditRef(viewer),
        action: 'end other sessions',
        after: { ended: count },
      })
    return count
  })
  return { result: true, ended }
}
