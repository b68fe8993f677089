import { isCurrentAttempt } from '../../storage/attempt.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { deliver, type DeliverOptions } from '../posts/index.ts'
import { encryptPush } from './push-encryption.ts'
import {
  deleteEndedDevices,
  deleteMessage,
  deleteSubscription,
  type DueMessage,
  maxTakenNotices,
  type PushKind,
  takeDueMessages,
  writePushMessages,
} from './push-store.ts'
import { pushText } from './push-text.ts'
import type { VapidKey } from './vapid.ts'

export interface PushDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  vapid: () => Promise<VapidKey>
  delivery: Omit<DeliverOptions, 'isCurrent'>
}

/** Seconds after which a message is of no use to a driver, for each kind. */
const validSeconds: Readonly<Record<PushKind, number>> = {
  session: 6 * 3_600,
  queue: 600,
  reservation: 600,
  report: 86_400,
  balance: 86_400,
}
/** L303: attempts for one message. */
export const maxPushTries = 5
const pausesMs = [15_000, 60_000, 300_000, 900_000, 900_000]
/** L303: messages that are sent at a time. */
const maxConcurrent = 10
const roundMs = 10_000

/** Writes the messages of new notices and sends what is due, for a limited time; the rest is sent by the next run. */
export async function sendPushes(deps: PushDeps): Promise<void> {
  const { db, clock } = deps
  const vapid = await deps.vapid()
  await deleteEndedDevices(db, { serverKey: vapid.publicKey, now: clock.now() })
  const until = clock.monotonicMs() + roundMs
  for (;;) {
    const taken = await inTransaction(db, (tx) => writePushMessages(tx, { validSeconds, now: clock.now() }))
    const due = await takeDueMessages(db, { now: clock.now(), pausesMs, most: maxConcurrent })
    await Promise.all(due.map((message) => sendOne(deps, vapid, message)))
    const isDone = due.length < maxConcurrent && taken < maxTakenNotices
    if (isDone || clock.monotonicMs() > until) return
  }
}

/** Statuses of an endpoint that its push service has given up (RFC 8030, 7.3). */
const goneStatuses = new Set<number | null>([404, 410])

async function sendOne({ db, clock, log, delivery }: PushDeps, vapid: VapidKey, message: DueMessage) {
  const { id, endpoint, tries, secondsLeft, kind } = message
  const outcome = await deliver(
    {
      id,
      url: endpoint,
      body: encryptPush(Buffer.from(pushText(message)), message),
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(secondsLeft),
        urgency: validSeconds[kind] <= 600 ? 'high' : 'normal',
        authorization: await vapid.authorize(endpoint, clock.now()),
      },
    },
    { ...delivery, isCurrent: () => isCurrentAttempt({ db, clock }, 'push_messages', message) },
  )
  if (goneStatuses.has(outcome.status)) return deleteSubscription(db, message.subscriptionId)
  if (outcome.kind === 'failed' && tries < maxPushTries) return
  if (outcome.kind !== 'sent')
    log.warn({ service: new URL(endpoint).host, why: outcome.why }, 'notices: a push was not delivered')
  await deleteMessage(db, id)
}
