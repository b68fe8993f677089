// Notices: short texts for single users, read or unread. Scripts and the system write them in the transaction
// of the fact that causes them; each user sees and deletes their own, and optionally gets them by email. Not
// here: what needs attention now (counted by the console), and how a mail is sent.
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { noticesHttp } from './http.ts'
import { mailNotices, type NoticeMailDeps } from './mail-notices.ts'
import { type NewNotice, sendNotice } from './send-notice.ts'
import { removeOldNotices } from './store.ts'

export { notifyOperators, notifyUser } from './send-notice.ts'

export function registerNotices(ctx: ModuleContext, { mail }: { mail: MailQueue }) {
  return {
    handlers: noticesHttp(ctx),
    jobs: [...noticesJobs(ctx), ...noticeMailJobs({ ...ctx, mail })],
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
