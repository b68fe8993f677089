import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import { removeOldFiles } from './folder-transport.ts'
import { type SendDeps, sendMails } from './send-mails.ts'
import { removeOldMails } from './store.ts'

const retentionMs = 30 * 86_400_000

/** Jobs that send mails and delete old ones. */
export const mailJobs = (deps: SendDeps & { folder: string }): Job[] => [
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
