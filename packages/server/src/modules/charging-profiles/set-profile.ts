import type { BodyOf, profileSet } from '@stationmaster/contract'
import { checkPayload16 } from '@stationmaster/ocpp/v16'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type Payload, refuseProblem } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { deleteProfile, lockProfile, storeProfile } from './store.ts'

/** Stored profiles per account. */
const maxProfiles = 1_000

export type ProfileDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

export const profileNotFound = refuse('charging_profile.not_found', { field: 'id' })

/** Creates a charging profile (id null) or changes one; returns its id. An absent field keeps its value. */
export const setProfile = (
  deps: ProfileDeps,
  viewer: Viewer,
  body: BodyOf<typeof profileSet>,
): Promise<string | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    const stored = body.id === null ? null : await lockProfile(tx, viewer, body.id)
    if (stored === undefined) return profileNotFound
    const profile = body.profile ?? (stored?.profile as Payload | undefined) // written here
    const description = body.description ?? stored?.description
    if (description === undefined) return refuse('value.required', { field: 'description' })
    if (profile === undefined) return refuse('value.required', { field: 'profile' })
    const problem = problemOf(profile)
    if (problem) return problem
    const accountId = stored?.account_id ?? viewer.accountId
    const quotaRefusal = stored
      ? null
      : await refuseBeyond(tx, {
          table: 'charging_profiles',
          owner: { column: 'account_id', value: accountId },
          most: maxProfiles,
          code: 'quota.charging_profiles',
        })
    if (quotaRefusal) return quotaRefusal
    const now = deps.clock.now()
    const id = body.id ?? newId(now.getTime())
    const clientId = stored ? stored.client_id : viewer.clientId
    if (!(await storeProfile(tx, id, { accountId, clientId, description, profile, now })))
      return refuse('charging_profile.number_taken', { field: 'profile/chargingProfileId' })
    await recordChange(tx, viewer, {
      ...auditRef(accountId, id, description),
      action: stored ? 'update' : 'create',
      before: stored && shown(stored.description, stored.profile as Payload), // written here
      after: shown(description, profile),
    })
    await announce(deps, tx, { account: accountId, id })
    return id
  })

/** Checks a profile against the schema of SetChargingProfile; null if it is valid. */
function problemOf(profile: Payload): Refusal | null {
  const request = { connectorId: 0, csChargingProfiles: profile }
  const [problem] = checkPayload16('SetChargingProfile', 'request', request)
  if (!problem) return null
  return refuseProblem(problem, problem.path.replace('/csChargingProfiles', 'profile'))
}

/** Deletes a stored profile; profiles installed at stations remain. */
export const removeProfile = (
  deps: ProfileDeps,
  viewer: Viewer,
  id: string,
): Promise<{ result: true } | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    const stored = await lockProfile(tx, viewer, id)
    if (!stored) return profileNotFound
    await deleteProfile(tx, id)
    await recordChange(tx, viewer, {
      ...auditRef(stored.account_id, id, stored.description),
      action: 'delete',
      before: shown(stored.description, stored.profile as Payload), // written by setProfile
    })
    await announce(deps, tx, { account: stored.account_id, id })
    return { result: true }
  })

const auditRef = (accountId: string, objectId: string, label: string) => ({
  accountId,
  classCode: 'charging_profile',
  objectId,
  label,
})

/** Returns the parts of a profile as separate fields, so that the audit trail shows which of them changed. */
const shown = (description: string, profile: Payload) => ({ description, ...profile })

const announce = (
  deps: ProfileDeps,
  tx: Tx,
  { account, id }: { account: string; id: string },
): Promise<void> =>
  deps.bus.publish(tx, [{ kind: 'hint', account, hint: { kind: 'profile.changed', ids: [id] } }])
