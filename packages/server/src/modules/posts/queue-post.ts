import type { Bus } from '../../bus/bus.ts'
import { toAdministrators } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { AllowedAddresses } from './allowed.ts'
import { canQueuePost, insertPost } from './store.ts'

export interface NewPost {
  url: string
  /** JSON text. */
  body: string
  /** Workflow event whose script sends it. */
  eventId: string | null
  accountId: string | null
  /** The object that it is about. */
  classCode?: string
  objectId?: string
  label?: string
  /** User whose secret signs the body. */
  signerId?: string
  now: Date
}

/**
 * Queues a post in the caller's transaction; it is sent after the commit. Refuses an address that is not
 * allowed.
 */
export async function queuePost(
  { tx, bus, allowed }: { tx: Tx; bus: Bus; allowed: AllowedAddresses },
  { url, body, eventId, accountId, now, ...object }: NewPost,
): Promise<{ id: string } | Refusal> {
  const refusal = allowed.refusal(url)
  if (refusal) return refusal
  if (!(await canQueuePost(tx, accountId))) return refuse('post.queue_full')
  const id = newId(now.getTime())
  await insertPost(tx, {
    id,
    created_at: now,
    due_at: now,
    url,
    body,
    event_id: eventId,
    account_id: accountId,
    class_code: object.classCode ?? null,
    object_id: object.objectId ?? null,
    object_label: object.label ?? null,
    signer_id: object.signerId ?? null,
  })
  await bus.publish(tx, [{ kind: 'post.queued' }, toAdministrators({ kind: 'post.changed' })])
  return { id }
}
