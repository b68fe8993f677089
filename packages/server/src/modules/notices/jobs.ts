import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import { mailNotices, type NoticeMailDeps } from './mail-notices.ts'
import { removeOldNotices } from './store.ts'

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
export const noticeMailJobs = (deps: NoticeMailDeps): Job[] => [
  { name: 'notices.mail', every: everyMinute, work: async () => void (await mailNotices(deps)) },
]
