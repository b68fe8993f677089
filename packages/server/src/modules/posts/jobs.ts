import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { type PostsDeps, sendPosts } from './send-posts.ts'
import { removeOldPosts } from './store.ts'

const keptMs = 30 * 86_400_000

/** The name of the job that posts; it is woken for each new post. */
export const postJob = 'posts.send'

/** Sends posts, and removes what is old. */
export const postsJobs = (deps: PostsDeps): Job[] => [
  {
    name: postJob,
    every: everyMinute,
    atStart: true,
    work: () => sendPosts(deps),
  },
  {
    name: 'posts.remove-old',
    every: everyNight,
    async work() {
      await removeOldPosts(deps.db, new Date(deps.clock.now().getTime() - keptMs))
    },
  },
]
