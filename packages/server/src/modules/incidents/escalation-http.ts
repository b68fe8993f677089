import {
  type AnswerOf,
  type BodyOf,
  type incidentEscalationList,
  type incidentEscalationSet,
  incidentSeverities,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import {
  type EscalationSetting,
  storedEscalations,
  storeEscalation,
  type Target,
  targetsOf,
} from './escalation-store.ts'
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
    incidentEscalationTargets: (viewer, { text }) =>
      targetsOf(db, viewer, { accountId: viewer.accountId, text }),
    async incidentEscalationSet(viewer, { site = null, severity, ...body }) {
      const place = await placeOf(db, viewer, site)
      if (isRefusal(place)) return place
      const refusal = refusePlace(viewer, place)
      if (refusal) return refusal
      const setting = await settingOf(db, viewer, { place, body })
      if (isRefusal(setting)) return setting
      await inTransaction(db, async (tx) => {
        const before = (await storedEscalations(tx, viewer, place)).find(
          (one) => one.severity === severity && one.siteId === place.siteId,
        )
        await storeEscalation(tx, place, { severity, setting, now: clock.now() })
        await recordChange(tx, viewer, {
          accountId: place.accountId,
          classCode: 'incident',
          objectId: place.siteId,
          label: severity,
          action: 'escalation',
          before: recorded(before && { minutes: before.minutes, target: before }),
          after: recorded(setting),
        })
      })
      return escalationsOf(db, viewer, place)
    },
  }) satisfies Handlers

const isOff = (setting: { minutes: number | null } | null | undefined): boolean => setting?.minutes === null

/** Returns the fields of a setting for the audit trail. */
const recorded = (
  setting: { minutes: number | null; target: Record<keyof Target, string | null> | null } | null | undefined,
) => ({
  minutes: setting?.minutes ?? null,
  user: setting?.target?.userId ?? null,
  group: setting?.target?.groupId ?? null,
  off: isOff(setting),
})

/** Returns what a body sets; null: nothing, so that a site inherits. */
async function settingOf(
  db: Db,
  viewer: Viewer,
  {
    place,
    body: { minutes, user = null, group = null, off = false },
  }: { place: RulePlace; body: Omit<BodyOf<typeof incidentEscalationSet>, 'site' | 'severity'> },
): Promise<EscalationSetting | null | Refusal> {
  if (minutes === null) return off && place.siteId !== null ? { minutes, target: null } : null
  const target = await targetOf(db, viewer, { place, user, group })
  return isRefusal(target) ? target : { minutes, target }
}

async function targetOf(
  db: Db,
  viewer: Viewer,
  { place, user, group }: { place: RulePlace; user: string | null; group: string | null },
): Promise<Target | Refusal> {
  const { users, groups } = await targetsOf(db, viewer, { accountId: place.accountId, id: user ?? group })
  if (user !== null && users.length > 0) return { userId: user, groupId: null }
  if (user === null && group !== null && groups.length > 0) return { userId: null, groupId: group }
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
      groupcode: own?.groupCode ?? null,
      off: isOff(own),
      inherited: above?.minutes
        ? { minutes: above.minutes, targetname: above.targetName, groupcode: above.groupCode }
        : null,
    }
  })
}
