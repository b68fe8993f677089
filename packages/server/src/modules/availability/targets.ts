import type { AnswerOf, availabilityTargetList, availabilityTargetSet, BodyOf } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfSite } from '../sites/index.ts'
import { storedTarget, storeTarget, targetsOfSites } from './target-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

/** Returns the target of the viewer's account, and the sites that have one of their own. */
export async function listTargets(
  { db }: Deps,
  viewer: Viewer,
): Promise<AnswerOf<typeof availabilityTargetList>> {
  const target = await storedTarget(db, { accountId: viewer.accountId, siteId: null })
  return { target, sites: await targetsOfSites(db, viewer) }
}

/** Sets the target of the viewer's account or of a site; null removes it. */
export async function setTarget(
  { db, bus, clock }: Deps,
  viewer: Viewer,
  { site: siteId = null, target }: BodyOf<typeof availabilityTargetSet>,
): Promise<{ result: true } | Refusal> {
  return inTransaction(db, async (tx) => {
    const account = await accountFor(tx, viewer, siteId)
    if (isRefusal(account)) return account
    const place = { accountId: account, siteId }
    const before = await storedTarget(tx, place)
    await storeTarget(tx, place, { target, now: clock.now() })
    await recordChange(tx, viewer, {
      accountId: account,
      classCode: 'site',
      objectId: siteId,
      label: 'availability target',
      action: 'update',
      before: { target: before },
      after: { target },
    })
    const ids = siteId === null ? {} : { ids: [siteId] }
    await bus.publish(tx, [{ kind: 'hint', account, hint: { kind: 'site.changed', ...ids } }])
    return { result: true }
  })
}

/** Returns the account whose target is set; users of a client cannot set that of the account. */
async function accountFor(tx: Tx, viewer: Viewer, siteId: string | null): Promise<string | Refusal> {
  if (siteId === null)
    return viewer.clientId === null ? viewer.accountId : refuse('access.cannot_change', { class: 'account' })
  const account = await accountOfSite(tx, viewer, siteId)
  if (account === null) return refuse('site.not_found', { field: 'site' })
  return viewer.isAdmin || viewer.rights.mayObject({ classCode: 'site', id: siteId }, 'u')
    ? account
    : refuse('access.cannot_change', { class: 'site' })
}
