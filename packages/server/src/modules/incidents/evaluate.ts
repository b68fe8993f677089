import { type IncidentRule, incidentRules } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyHour, everyMinute, everyNight } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { escalateIncidents } from './escalation-store.ts'
import { queueDeliveries, removeOldDeliveries } from './delivery-store.ts'
import { applyRule, foldIncidents, removeOldIncidents } from './evaluate-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

/** Reads the history of every station; the others read what is open or recent. */
const slowRules: readonly IncidentRule[] = ['no_session']
const quickRules = incidentRules.filter((rule) => !slowRules.includes(rule))

const retentionMs = 400 * 86_400_000
/** Closed incidents of an account. */
const maxClosed = 20_000
const deliveryRetentionMs = 30 * 86_400_000
/** Deliveries of an account. */
const maxDeliveries = 100_000

/** Jobs that open and close incidents, and delete old ones. */
export const incidentJobs = (deps: Deps): Job[] => [
  { name: 'incidents.evaluate', every: everyMinute, work: () => evaluate(deps, quickRules) },
  { name: 'incidents.escalate', every: everyMinute, work: () => escalate(deps) },
  { name: 'incidents.evaluate-sessions', every: everyHour, work: () => evaluate(deps, slowRules) },
  {
    name: 'incidents.remove-old',
    every: everyNight,
    async work() {
      const ago = (ms: number) => new Date(deps.clock.now().getTime() - ms)
      await removeOldIncidents(deps.db, ago(retentionMs), maxClosed)
      await removeOldDeliveries(deps.db, ago(deliveryRetentionMs), maxDeliveries)
    },
  },
]

/** Evaluates rules, each in its own transaction, so that one that fails does not stop the others. */
async function evaluate(deps: Deps, rules: readonly IncidentRule[]): Promise<void> {
  const failures: unknown[] = []
  for (const rule of rules) await evaluateRule(deps, rule).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Ids of a hint; a console that gets none fetches everything again. */
const maxIds = 50

function evaluateRule({ db, bus, clock }: Deps, rule: IncidentRule): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const changes = await applyRule(tx, rule, now)
    const folded = rule === 'offline' ? await foldIncidents(tx, now) : []
    const opened = [
      ...changes.flatMap(({ id, kind }) =>
        kind === 'opened' || kind === 'reopened' || kind === 'raised' ? [{ id, kind }] : [],
      ),
      ...folded.flatMap(({ id, isOpen }) => (isOpen ? [{ id, kind: 'opened' as const }] : [])),
    ]
    if ((await queueDeliveries(tx, opened, now)) > 0) await bus.publish(tx, [{ kind: 'delivery.queued' }])
    const all = [...changes, ...folded]
    for (const account of new Set(all.map(({ accountId }) => accountId))) {
      const changed = [...new Set(all.flatMap(({ id, accountId }) => (accountId === account ? [id] : [])))]
      const ids = changed.length <= maxIds ? { ids: changed } : {}
      await bus.publish(tx, [{ kind: 'hint', account, hint: { kind: 'incident.changed', ...ids } }])
    }
  })
}

/** Notifies the second users of incidents that no user has acknowledged in time. */
function escalate({ db, bus, clock }: Deps): Promise<void> {
  return inTransaction(db, async (tx) => {
    const escalated = await escalateIncidents(tx, clock.now())
    if (escalated.length === 0) return
    await bus.publish(tx, [{ kind: 'delivery.queued' }])
    for (const account of new Set(escalated.map(({ accountId }) => accountId)))
      await bus.publish(tx, [{ kind: 'hint', account, hint: { kind: 'incident.changed' } }])
  })
}
