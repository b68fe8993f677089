// Notices: short texts for single users, read or unread. Scripts and the system write them in the transaction
// of the fact that causes them; each user sees and deletes their own, and optionally gets them by email, or on
// devices by web push. Not here: what needs attention now (counted by the console), and how a mail is sent.
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { readAllowed } from '../posts/index.ts'
import { noticesHttp } from './http.ts'
import { mailNotices, type NoticeMailDeps } from './mail-notices.ts'
import { pushHttp } from './push-http.ts'
import { type PushDeps, sendPushes } from './send-pushes.ts'
import { type NewNotice, sendNotice } from './send-notice.ts'
import { removeOldNotices } from './store.ts'
import { deriveVapidKey, type VapidKey } from './vapid.ts'

export { notifyOperators, notifyUser, notifyUsers } from './send-notice.ts'

export function registerNotices(ctx: ModuleContext, { mail }: { mail: MailQueue }) {
  const push = pushDeps(ctx)
  return {
    handlers: { ...noticesHttp(ctx), ...pushHttp(push) },
    jobs: [...noticesJobs(ctx), ...noticeMailJobs({ ...ctx, mail }), pushJob(push)],
    /** Writes a notice of a script in its transaction; returns null if there was a recipient. */
    ofScript: (tx: Tx, notice: Omit<NewNotice, 'now'>): Promise<Refusal | null> =>
      sendNotice({ tx, bus: ctx.bus }, { ...notice, now: ctx.clock.now() }),
  }
}

const retentionMs = 90 * 86_400_000
/** Notices per user. */
const maxPerUser = 500

/** Jobs that delete notices that are old or beyond the limit. */
export const noticesJobs = ({ db, clock }: Pick<ModuleContext, 'db' | 'clock'>): Job[] => [
  {
    name: 'notices.remove-old',
    every: everyQuarter,
    work: () => removeOldNotices(db, new Date(clock.now().getTime() - retentionMs), maxPerUser),
  },
]

/** Jobs that send notices to users who want them by email. */
const noticeMailJobs = (deps: NoticeMailDeps): Job[] => [
  { name: 'notices.mail', every: everyMinute, work: async () => void (await mailNotices(deps)) },
]

const pushTimeoutMs = 10_000

function pushDeps(ctx: ModuleContext): PushDeps {
  let vapid: Promise<VapidKey> | undefined
  const contact = () => {
    const { origin, hostname } = new URL(ctx.origin())
    return origin.startsWith('https:') ? origin : `mailto:no-reply@${hostname}`
  }
  return {
    ...ctx,
    vapid: () => {
      vapid ??= deriveVapidKey(ctx.secrets, contact)
      // retry: a key that could not be read may be readable later
      vapid.catch(() => (vapid = undefined))
      return vapid
    },
    delivery: {
      allowed: readAllowed(ctx.config.pushServices, 'PUSH_SERVICES'),
      timeoutMs: pushTimeoutMs,
    },
  }
}

/** Returns the job that sends notices to devices. */
const pushJob = (deps: PushDeps): Job => ({
  name: 'notices.push',
  every: everyMinute,
  atStart: true,
  wakeOn: (wake) => {
    deps.bus.on('push.queued', wake)
    deps.bus.on('session.ended', wake)
  },
  work: () => sendPushes(deps),
})
