import {
  accountRules,
  type AnswerOf,
  type BodyOf,
  incidentRuleDefaults,
  type incidentRuleList,
  type incidentRuleSet,
  incidentRules,
} from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfSite } from '../sites/index.ts'
import { type RulePlace, storedRules, storeRule } from './rules-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock'>
type RuleRows = AnswerOf<typeof incidentRuleList>

/** Endpoints of the rules of incidents. */
export const incidentRulesHttp = ({ db, clock }: Deps) =>
  ({
    async incidentRuleList(viewer, { site = null }) {
      const place = await placeOf(db, viewer, site)
      return isRefusal(place) ? place : rulesOf(db, place)
    },
    async incidentRuleSet(viewer, body) {
      const place = await placeOf(db, viewer, body.site ?? null)
      if (isRefusal(place)) return place
      return (await setRule({ db, clock }, viewer, { place, body })) ?? rulesOf(db, place)
    },
  }) satisfies Handlers

/** Returns the account of a site that the viewer may see, or that of the viewer. */
export async function placeOf(db: Db, viewer: Viewer, siteId: string | null): Promise<RulePlace | Refusal> {
  if (siteId === null) return { accountId: viewer.accountId, siteId }
  const accountId = await accountOfSite(db, viewer, siteId)
  return accountId === null ? refuse('site.not_found', { field: 'site' }) : { accountId, siteId }
}

const rulesAt = ({ siteId }: RulePlace) =>
  siteId === null ? incidentRules : incidentRules.filter((rule) => !accountRules.includes(rule))

async function rulesOf(db: Db, place: RulePlace): Promise<RuleRows> {
  const stored = await storedRules(db, place)
  return rulesAt(place).map((rule) => {
    const { least, most, ...usual } = incidentRuleDefaults[rule]
    const ofAccount = stored.find((one) => one.rule === rule && one.siteId === null)
    const ofSite = stored.find((one) => one.rule === rule && one.siteId !== null)
    const own = place.siteId === null ? ofAccount : ofSite
    return {
      rule,
      enabled: ofSite?.isEnabled ?? ofAccount?.isEnabled ?? true,
      limit: ofSite?.limit ?? ofAccount?.limit ?? usual.limit,
      severity: ofSite?.severity ?? ofAccount?.severity ?? usual.severity,
      own: { enabled: own?.isEnabled ?? null, limit: own?.limit ?? null, severity: own?.severity ?? null },
      defaultlimit: usual.limit,
      least,
      most,
    }
  })
}

/** Refuses users of a client for an account: its rules concern the stations of all its clients. */
export const refusePlace = (viewer: Viewer, { siteId }: RulePlace): Refusal | null =>
  siteId === null ? refuseClientUser(viewer, 'change', 'account') : null

interface Setting {
  place: RulePlace
  body: BodyOf<typeof incidentRuleSet>
}

/** Stores a rule; fields that the request leaves out keep their value. */
async function setRule(
  { db, clock }: Deps,
  viewer: Viewer,
  { place, body }: Setting,
): Promise<Refusal | null> {
  const { rule } = body
  const refusal = refusePlace(viewer, place)
  if (refusal) return refusal
  const rules = rulesAt(place)
  if (!rules.includes(rule)) return refuse('value.not_listed', { values: rules.join(', '), field: 'rule' })
  const { least, most } = incidentRuleDefaults[rule]
  const { limit } = body
  if (limit != null && (limit < least || limit > most))
    return refuse('incident.limit_range', { least, most, field: 'limit' })
  await inTransaction(db, async (tx) => {
    const all = await storedRules(tx, place)
    const known = all.find((one) => one.rule === rule && one.siteId === place.siteId)
    const before = {
      isEnabled: known?.isEnabled ?? null,
      limit: known?.limit ?? null,
      severity: known?.severity ?? null,
    }
    const after = {
      isEnabled: body.enabled === undefined ? before.isEnabled : body.enabled,
      limit: limit === undefined ? before.limit : limit,
      severity: body.severity === undefined ? before.severity : body.severity,
    }
    await storeRule(tx, place, { rule, ...after, now: clock.now() })
    await recordChange(tx, viewer, {
      accountId: place.accountId,
      classCode: 'incident',
      objectId: place.siteId,
      label: rule,
      action: 'update',
      before,
      after,
    })
  })
  return null
}
