import { toAdministrators } from '../../bus/events.ts'
import { type AttemptListener, asAttempt, isCurrentAttempt } from '../../storage/attempt.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import type { ModuleContext } from '../module.ts'
import { type Delivered, deliver, type DeliverOptions } from './deliver.ts'
import { signedHeaders } from './sign-post.ts'
import { takeDuePosts, writePostEnd } from './store.ts'

export interface PostsDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  delivery: Omit<DeliverOptions, 'isCurrent'>
  signers: Signers
  /** Called in the transaction that stores the result of an attempt. */
  onAttempt: AttemptListener
}

/** Secrets of users, added when the application is composed. */
export interface Signers {
  /** Returns the key that signs the posts of a user, or null if the user has none any more. */
  keyOf: (userId: string) => Promise<Buffer | null>
}

const minuteMs = 60_000
/** Pauses after each attempt. */
const pauses = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs)
/** Attempts per post, spread over about eight hours. */
const maxAttempts = 8
/** Concurrent posts: a slow receiver blocks neither the others nor other jobs for long. */
const maxConcurrent = 5
const roundMs = 10_000

type DuePost = Awaited<ReturnType<typeof takeDuePosts>>[number]

/** Sends due posts for a limited time; the rest is sent by the next run. */
export async function sendPosts(deps: PostsDeps): Promise<void> {
  const until = deps.clock.monotonicMs() + roundMs
  while (deps.clock.monotonicMs() < until) {
    const due = await takeDuePosts(deps.db, deps.clock.now(), { pauseMs: pauses, most: maxConcurrent })
    await Promise.all(due.map((post) => sendOne(deps, post)))
    if (due.length > 0) {
      const ids = due.map(({ id }) => id)
      await deps.bus.publish(deps.db, [toAdministrators({ kind: 'post.changed', ids })])
    }
    if (due.length < maxConcurrent) return
  }
}

async function sendOne(deps: PostsDeps, post: DuePost): Promise<void> {
  const { db, clock } = deps
  const outcome = await deliverSigned(deps, post)
  const isLast = outcome.kind === 'failed' && post.tries >= maxAttempts
  const state = outcome.kind === 'failed' && !isLast ? 'queued' : outcome.kind === 'sent' ? 'sent' : 'failed'
  const last_error = outcome.kind === 'sent' ? null : outcome.why
  const now = clock.now()
  const store = (to: Db) => writePostEnd(to, post, { state, http_status: outcome.status, last_error, now })
  // only webhooks of users have a log of their attempts
  const isStored =
    post.signer_id === null
      ? await store(db)
      : await inTransaction(db, async (tx) => {
          if (!(await store(tx))) return false
          await deps.onAttempt(tx, asAttempt(post.id, { outcome, isFinal: state !== 'queued', at: now }))
          return true
        })
  if (isStored) await logOutcome(deps, post, { outcome, state })
}

async function deliverSigned(
  { db, delivery: given, signers, clock }: PostsDeps,
  post: DuePost,
): Promise<Delivered> {
  const delivery = { ...given, isCurrent: () => isCurrentAttempt({ db, clock }, 'script_posts', post) }
  if (post.signer_id === null) return deliver(post, delivery)
  const key = await signers.keyOf(post.signer_id)
  if (key === null) return { kind: 'refused', status: null, why: 'the webhook has no secret any more' }
  return deliver({ ...post, headers: signedHeaders(post, { key, at: clock.now() }) }, delivery)
}

async function logOutcome(
  { db, log }: PostsDeps,
  post: DuePost,
  { outcome, state }: { outcome: Delivered; state: string },
): Promise<void> {
  // origin only: paths and query strings of such addresses are often secrets
  const where = new URL(post.url).origin
  const why = outcome.kind === 'sent' ? `HTTP ${outcome.status}` : outcome.why
  const text = {
    sent: `posted to ${where}: ${why}`,
    queued: `not posted to ${where} yet, try ${post.tries}: ${why}`,
    failed: `not posted to ${where}, given up after ${post.tries}: ${why}`,
  }[state]!
  if (state !== 'sent') log.warn({ post: post.id, tries: post.tries, state, why }, 'posts: not posted')
  await logEvent(db, {
    type: state === 'sent' ? 'message' : state === 'queued' ? 'warning' : 'error',
    code: post.signer_id === null ? 'script' : 'incidents',
    event: state === 'sent' ? 'posted' : 'post-failed',
    text,
    account: post.account_id,
    object: post.object_label ?? post.object_id,
  })
}
