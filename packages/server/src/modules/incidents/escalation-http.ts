import { type AnswerOf, type incidentEscalationList, incidentSeverities } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { storedEscalations, storeEscalation, type Target, targetsOf } from './escalation-store.ts'
import { placeOf, refusePlace } from './rules-http.ts'
import type { RulePlace } from './rules-store.ts'

type Rows = AnswerOf<typeof incidentEscalationList>

/** Endpoints that set who is notified of incidents that no user acknowledges. */
export const escalationHttp = ({ db, clock }: Pick<ModuleContext, 'db' | 'clock'>) =>
  ({
    async incidentEscalationList(viewer, { site = null }) {
      const place = await placeOf(db, viewer, site)
      return isRefusal(place) ? place : escalationsOf(db, viewer, place)
    },
    incidentEscalationTargets: (viewer) => targetsOf(db, viewer, viewer.accountId),
    async incidentEscalationSet(viewer, { site = null, severity, minutes, user = null, group = null }) {
      const place = await placeOf(db, viewer, site)
      if (isRefusal(place)) return place
      const refusal = refusePlace(viewer, place)
      if (refusal) return refusal
      const target = minutes === null ? null : await targetOf(db, viewer, { place, user, group })
      if (isRefusal(target)) return target
      await inTransaction(db, async (tx) => {
        const before = (await storedEscalations(tx, viewer, place)).find(
          (one) => one.severity === severity && one.siteId === place.siteId,
        )
        await storeEscalation(tx, place, { severity, minutes: minutes ?? 0, target, now: clock.now() })
        await recordChange(tx, viewer, {
          accountId: place.accountId,
          classCode: 'incident',
          objectId: place.siteId,
          label: severity,
          action: 'escalation',
          before: {
            minutes: before?.minutes ?? null,
            user: before?.userId ?? null,
            group: before?.groupId ?? null,
          },
          after: { minutes, user: target?.userId ?? null, group: target?.groupId ?? null },
        })
      })
      return escalationsOf(db, viewer, place)
    },
  }) satisfies Handlers

async function targetOf(
  db: Db,
  viewer: Viewer,
  { place, user, group }: { place: RulePlace; user: string | null; group: string | null },
): Promise<Target | Refusal> {
  const { users, groups } = await targetsOf(db, viewer, place.accountId)
  if (user !== null && users.some(({ id }) => id === user)) return { userId: user, groupId: null }
  if (group !== null && groups.some(({ id }) => id === group)) return { userId: null, groupId: group }
  return refuse('incident.assignee_unknown', { field: group === null ? 'user' : 'group' })
}

async function escalationsOf(db: Db, viewer: Viewer, place: RulePlace): Promise<Rows> {
  const stored = await storedEscalations(db, viewer, place)
  return incidentSeverities.map((severity) => {
    const of = stored.filter((one) => one.severity === severity)
    const own = of.find(({ siteId }) => siteId === place.siteId)
    const above = place.siteId === null ? undefined : of.find(({ siteId }) => siteId === null)
    return {
      severity,
      minutes: own?.minutes ?? null,
      user: own?.userId ?? null,
      group: own?.groupId ?? null,
      targetname: own?.targetName ?? null,
      inherited: above ? { minutes: above.minutes, targetname: above.targetName } : null,
    }
  })
}
