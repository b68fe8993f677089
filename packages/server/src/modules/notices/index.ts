// Notices: short texts for single users, read or unread. Scripts and the system write them in the transaction
// of the fact that causes them; each user sees and deletes their own, and optionally gets them by email. Not
// here: what needs attention now (counted by the console), and how a mail is sent.
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { noticesHttp } from './http.ts'
import { noticeMailJobs, noticesJobs } from './jobs.ts'
import { sendNotice } from './send-notice.ts'

export { notifyOperators } from './notify-operators.ts'

/** A notice of a script that runs for an object. */
interface ScriptNotice {
  to: string
  text: string
  accountId: string
  classCode: string
  objectId: string
  label: string
}

export function registerNotices(ctx: ModuleContext, { mail }: { mail: MailQueue }) {
  return {
    handlers: noticesHttp(ctx),
    jobs: [...noticesJobs(ctx), ...noticeMailJobs({ ...ctx, mail })],
    /** Writes a notice of a script in its transaction; returns null if there was a recipient. */
    ofScript: async (tx: Tx, { to, text, accountId, ...object }: ScriptNotice): Promise<Refusal | null> => {
      const about = { classCode: object.classCode, id: object.objectId, label: object.label }
      const notice = { to, text, accountId, about, now: ctx.clock.now() }
      const sent = await sendNotice({ tx, bus: ctx.bus }, notice)
      return isRefusal(sent) ? sent : null
    },
  }
}
