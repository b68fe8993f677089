import type { BodyOf, tariffVersionActivate } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { lockExclusive } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Tx } from '../../storage/transaction.ts'
import { checkTariff } from './check.ts'
import { validityOf } from './validity.ts'
import { activateDraft, endVersions, findDraft, findOverlap, findTariff } from './version-store.ts'

export type ActivateParams = Omit<BodyOf<typeof tariffVersionActivate>, 'id'>

interface Activation {
  tariffId: string
  params: ActivateParams
  userId: string | null
  now: Date
}

/** Version that was activated, for the audit trail. */
export interface Activated {
  version: number
  hash: string
  validfrom: string
  validto: string | null
}

/** Activates the draft of a tariff that the transaction has locked, unless a check refuses it. */
export async function activateTariff(
  tx: Tx,
  { tariffId, params, userId, now }: Activation,
): Promise<Activated | Refusal> {
  const tariff = await findTariff(tx, tariffId)
  // activations of an account wait for each other: the other one must be visible to the checks
  await lockExclusive(tx, `tariffs ${tariff.account_id}`)
  const draft = await findDraft(tx, tariffId)
  if (!draft) return refuse('tariff.no_draft', { field: 'id' })
  if (isStale(draft, params.version_no)) return editedByOther
  const validity = await validityOf(tx, params, now)
  if (isRefusal(validity)) return validity
  const findings = await checkTariff(tx, { tariff, definition: draft.definition, validity })
  const error = findings.find(({ level }) => level === 'error')
  if (error) return error.refusal
  const overlap = await findOverlap(tx, tariff, validity)
  if (overlap !== null) return refuse('tariff.overlap', { code: overlap, field: 'validfrom' })
  await endVersions(tx, tariffId, { ...validity, now })
  await activateDraft(tx, draft.id, { tariff, validity, now, userId })
  return {
    version: draft.number,
    hash: draft.hash,
    validfrom: validity.from.toISOString(),
    validto: validity.to?.toISOString() ?? null,
  }
}
