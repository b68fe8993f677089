// Incidents: what needs attention at stations and cards, one row per cause. Jobs evaluate the rules from what other
// subjects have stored, so that messages of stations cost nothing more. Users are notified as they have chosen, with a
// log of the deliveries. Not here: single events (activity), texts for single users (notices), and how a mail or a
// post is sent.
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { AttemptListeners } from '../../storage/attempt.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { viewerOfUser } from '../identity/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Webhooks } from '../posts/index.ts'
import type { ProblemReports } from '../problem-reports/index.ts'
import { usersNotifiedOfFault } from './causes-store.ts'
import { storeAttempt } from './delivery-store.ts'
import { escalationHttp } from './escalation-http.ts'
import { incidentJobs } from './evaluate.ts'
import { incidentsHttp } from './http.ts'
import { notificationsHttp, webhookKeyOf } from './notifications-http.ts'
import { type NotifyDeps, publishChanged, sendNotifications } from './notify.ts'
import { incidentRulesHttp } from './rules-http.ts'

interface IncidentDeps {
  mail: { queue: MailQueue; attempts: AttemptListeners }
  posts: { webhooks: Webhooks; attempts: AttemptListeners }
  mayList: (viewer: Viewer, classCode: string) => boolean
  /** Reports of drivers, of which a rule makes incidents. */
  reports: ProblemReports
}

export function registerIncidents(ctx: ModuleContext, { mail, posts, mayList, reports }: IncidentDeps) {
  const { webhooks } = posts
  webhooks.signWith((userId) => webhookKeyOf(ctx, userId))
  for (const { attempts } of [mail, posts])
    attempts.add(async (tx, attempt) => {
      const about = await storeAttempt(tx, attempt)
      if (about) await publishChanged({ tx, bus: ctx.bus }, about)
    })
  const notify: NotifyDeps = {
    ...ctx,
    channels: { mail: mail.queue, webhooks },
    viewerOf: (userId) => viewerOfUser(ctx.db, userId),
    mayList: (viewer) => mayList(viewer, 'incident'),
  }
  return {
    handlers: {
      ...incidentsHttp({ ...ctx, reports }),
      ...incidentRulesHttp(ctx),
      ...escalationHttp(ctx),
      ...notificationsHttp({ ...ctx, webhooks }),
    },
    jobs: [...incidentJobs(ctx), ...notificationJobs(notify)],
    /** Returns the users who are notified of the incident of a fault, so that a notice of it would be a second one. */
    usersNotifiedOfFault: async (tx: Tx, stationId: string): Promise<string[]> => {
      const notified: string[] = []
      for (const id of await usersNotifiedOfFault(tx, stationId)) {
        const viewer = await viewerOfUser(tx, id)
        if (viewer && notify.mayList(viewer)) notified.push(id)
      }
      return notified
    },
  }
}

/** Jobs that send notifications; a row waits until its message is in an outbox, so a crash loses none. */
const notificationJobs = (deps: NotifyDeps): Job[] => [
  {
    name: 'incidents.notify',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => deps.bus.on('delivery.queued', wake),
    work: () => sendNotifications(deps),
  },
]
