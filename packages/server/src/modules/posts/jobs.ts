import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import { type PostsDeps, sendPosts } from './send-posts.ts'
import { removeOldPosts, removeSurplusPosts } from './store.ts'

const retentionMs = 30 * 86_400_000
/** Ended posts, for all accounts together. */
const maxEnded = 100_000

/** Jobs that send posts and delete old ones. */
export const postsJobs = (deps: PostsDeps): Job[] => [
  {
    name: 'posts.send',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => deps.bus.on('post.queued', wake),
    work: () => sendPosts(deps),
  },
  {
    name: 'posts.remove-old',
    every: everyQuarter,
    async work() {
      await removeOldPosts(deps.db, new Date(deps.clock.now().getTime() - retentionMs))
      await removeSurplusPosts(deps.db, maxEnded)
    },
  },
]
