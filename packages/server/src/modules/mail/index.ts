// Mail: written in the transaction of a fact and sent by a job afterwards, with retries. A secret link is
// stored once, apart from the text, and deleted when it was sent by SMTP, was used, or has expired. Without a
// mail server, mails are written to a folder and to the administrators' outbox. Texts are built in; an
// installation may replace them by resources. Not here: what a link leads to.
import { join } from 'node:path'
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import { AttemptListeners } from '../../storage/attempt.ts'
import type { ModuleContext } from '../module.ts'
import { createFolderTransport, removeOldFiles } from './folder-transport.ts'
import { mailHttp } from './http.ts'
import { mailTexts } from './own-texts.ts'
import { createMailQueue } from './queue-mail.ts'
import { type SendDeps, sendMails } from './send-mails.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { removeOldMails } from './store.ts'

export type { MailQueue } from './queue-mail.ts'

/** Creates the mail service: the queue, the transport, and the outbox. */
export function registerMail(ctx: ModuleContext) {
  const attempts = new AttemptListeners()
  const { smtpUrl, from } = ctx.config.mail
  const folder = join(ctx.config.dataDir, 'mail')
  const transport =
    smtpUrl === undefined ? createFolderTransport(folder, from) : createSmtpTransport(smtpUrl, from)
  ctx.onClose(() => transport.close())
  return {
    handlers: mailHttp({ ...ctx, isFolder: transport.via === 'folder' }),
    jobs: mailJobs({ ...ctx, transport, folder, onAttempt: attempts.notify }),
    queue: createMailQueue(ctx),
    attempts,
    /** Built-in texts, which resources at their paths replace. */
    texts: mailTexts,
  }
}

const retentionMs = 30 * 86_400_000

/** Jobs that send mails and delete old ones. */
const mailJobs = (deps: SendDeps & { folder: string }): Job[] => [
  {
    name: 'mail.send',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => deps.bus.on('mail.queued', wake),
    work: async () => void (await sendMails(deps)),
  },
  {
    name: 'mail.remove-old',
    every: everyQuarter,
    async work() {
      const now = deps.clock.now()
      const before = new Date(now.getTime() - retentionMs)
      await removeOldMails(deps.db, now, before)
      await removeOldFiles(deps.folder, before)
    },
  },
]
