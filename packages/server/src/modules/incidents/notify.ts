import type { IncidentRow } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runRelated } from '../../storage/list/list-query.ts'
import { type Db, inTransaction, type Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import {
  type DeliveryChange,
  type DueDelivery,
  lockDue,
  markDeliveries,
  postponeDue,
  usersWithDue,
} from './delivery-store.ts'
import { incidentSource } from './list-store.ts'
import { type NotificationSettings, type Recipient, recipientOf, settingsOf } from './notification-store.ts'
import { quietUntil } from './quiet-hours.ts'
import { type Channels, type Message, sendBy } from './send-by-channel.ts'

export interface NotifyDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'origin'> {
  channels: Channels
  /** Returns a user as a viewer with current rights; null if the user is not active. */
  viewerOf: (userId: string) => Promise<Viewer | null>
  /** Returns true if the viewer may list incidents. */
  mayList: (viewer: Viewer) => boolean
}

/** Users per run; the job runs again within a minute. */
const maxUsers = 500
/** Time after which the notifications of a user are tried again that could not be stored. */
const failedMs = 5 * 60_000

/**
 * Sends the notifications that are due, of each user in a transaction of its own. A failure postpones those of one
 * user, who comes after those without a failure in the next runs.
 */
export async function sendNotifications(deps: NotifyDeps): Promise<void> {
  const { db, clock } = deps
  const failures: unknown[] = []
  for (const userId of await usersWithDue(db, clock.now(), maxUsers))
    await notifyUser(deps, userId).catch(async (error: unknown) => {
      failures.push(error)
      const now = clock.now()
      await postponeDue(db, userId, { now, until: new Date(now.getTime() + failedMs) })
    })
  if (failures.length > 0) throw failures[0]
}

async function notifyUser(deps: NotifyDeps, userId: string): Promise<void> {
  const viewer = await deps.viewerOf(userId)
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const due = await lockDue(tx, userId, now)
    const recipient = await recipientOf(tx, userId)
    if (due.length === 0 || !recipient) return
    const seen: Seen = viewer && deps.mayList(viewer) ? await incidentsSeenBy(tx, viewer, due) : new Map()
    const settings = await settingsOf(tx, userId)
    const { quiet_from: from, quiet_to: to, time_zone: timeZone } = settings
    const quietEnd = quietUntil({ from, to, timeZone }, now)
    const all = due.map((delivery) => {
      const incident = delivery.incidentId === null ? null : (seen.get(delivery.incidentId) ?? null)
      return { ...delivery, incident, reason: reasonNotToSend({ ...delivery, incident }, settings, quietEnd) }
    })
    for (const reason of ['no_access', 'ended', 'quiet_hours'] as const) {
      const change: DeliveryChange =
        reason === 'quiet_hours' ? { state: 'held', dueAt: quietEnd! } : { state: 'dropped' }
      const ids = all.flatMap((one) => (one.reason === reason ? [one.id] : []))
      await markDeliveries(tx, ids, { ...change, reason, now })
    }
    for (const channel of ['console', 'email', 'webhook'] as const) {
      const messages = all.filter((one) => one.reason === null && one.channel === channel)
      if (messages.length === 0) continue
      const change = await sendBy(deps, tx, { channel, messages, recipient, settings, now })
      await markDeliveries(
        tx,
        messages.map(({ id }) => id),
        { ...change, now },
      )
    }
    await publishChanged({ tx, bus: deps.bus }, recipient)
  })
}

export const publishChanged = (
  { tx, bus }: { tx: Db; bus: Bus },
  { accountId }: Pick<Recipient, 'accountId'>,
) => bus.publish(tx, [{ kind: 'hint', account: accountId, hint: { kind: 'delivery.changed' } }])

type Seen = ReadonlyMap<string, IncidentRow>

/** Returns the incidents that the viewer sees now: rights may have changed since the delivery was queued. */
async function incidentsSeenBy(tx: Tx, viewer: Viewer, due: readonly DueDelivery[]): Promise<Seen> {
  const ids = [...new Set(due.flatMap(({ incidentId }) => (incidentId === null ? [] : [incidentId])))]
  if (ids.length === 0) return new Map()
  const query = { filter: { id: ids }, reclimit: ids.length }
  const rows = await runRelated<IncidentRow>({ db: tx, source: incidentSource(viewer), scope: viewer }, query)
  return new Map(isRefusal(rows) ? [] : rows.map((row) => [row.id, row]))
}

/** Returns why a delivery is not sent now, or null if it is. */
function reasonNotToSend(
  { incidentId, incident, isHeld, channel }: Message,
  { critical_passes: passes }: NotificationSettings,
  quietEnd: Date | null,
): 'no_access' | 'ended' | 'quiet_hours' | null {
  if (incidentId === null) return null
  if (incident === null) return 'no_access'
  if (isHeld && (incident.closed !== null || incident.recovered !== null)) return 'ended'
  // notices on the console do not wait for the end of the quiet hours
  const waits = quietEnd !== null && channel !== 'console' && !(passes && incident.severity === 'critical')
  return waits ? 'quiet_hours' : null
}
