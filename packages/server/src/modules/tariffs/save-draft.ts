import { type BodyOf, tariffLimits, tariffProblems, type tariffVersionSet } from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { findRow } from '../business-objects/index.ts'
import { hashOf, summaryOf } from './summary.ts'
import { tariffClass } from './tariff.ts'
import {
  type DraftContent,
  findDraft,
  findNumbered,
  findTariff,
  insertDraft,
  updateDraft,
} from './version-store.ts'

interface Saving {
  body: BodyOf<typeof tariffVersionSet>
  /** Id of a new draft. */
  newDraftId: string
  now: Date
}

/** Saves the draft of a tariff, or creates one; returns its id. */
export async function saveDraft(
  tx: Tx,
  viewer: Viewer,
  { body, newDraftId, now }: Saving,
): Promise<string | Refusal> {
  const { definition, version_no } = body
  const row = await findRow(tx, viewer, { of: tariffClass.stored, id: body.id })
  if (!row || row.state === 'deleted') return tariffClass.missing
  const refusal = refuseClientUser(viewer, 'change', 'tariff')
  if (refusal) return refusal
  const tariff = await findTariff(tx, row.id)
  if (definition.currency !== tariff.currency)
    return refuse('tariff.currency_differs', { currency: tariff.currency, field: 'definition.currency' })
  const problem = tariffProblems(definition).find(({ isWarning }) => !isWarning)
  if (problem) return refuse(problem.code, { field: `definition.${problem.field}` })
  const draft = await findDraft(tx, row.id)
  // a draft that was deleted or activated since it was read
  if (version_no !== undefined && (!draft || isStale(draft, version_no))) return editedByOther
  const last = draft ?? (await findNumbered(tx, row.id, undefined))
  const content = contentOf(definition, body.commission ?? last?.commission_bp ?? 0)
  const added = draft
    ? await updateDraft(tx, draft.id, { content, now })
    : await addDraft(tx, { id: newDraftId, tariffId: row.id, accountId: row.accountId, now }, content)
  if (isRefusal(added)) return added
  await recordChange(tx, viewer, {
    accountId: row.accountId,
    kind: 'price',
    classCode: 'tariff',
    objectId: row.id,
    label: row.name,
    action: 'update',
    before: draft && shownContent(draft),
    after: shownContent(content),
  })
  return draft?.id ?? newDraftId
}

const contentOf = (definition: DraftContent['definition'], commission_bp: number): DraftContent => ({
  definition,
  hash: hashOf(definition),
  commission_bp,
  ...summaryOf(definition),
})

const shownContent = ({ definition, commission_bp }: Pick<DraftContent, 'definition' | 'commission_bp'>) => ({
  definition,
  commission: commission_bp,
})

type NewDraft = Parameters<typeof insertDraft>[1]

/** Adds a draft unless the tariff has the maximum number of versions. */
export async function addDraft(tx: Tx, draft: NewDraft, content: DraftContent): Promise<Refusal | null> {
  const owner = { column: 'tariff_id', value: draft.tariffId }
  const full = await refuseBeyond(tx, { table: 'tariff_versions', owner, most: tariffLimits.versions })
  if (full) return full
  await insertDraft(tx, draft, content)
  return null
}

/** Creates a draft as a copy of a version, by default of the newest. */
export async function cloneVersion(
  tx: Tx,
  { tariffId, accountId, now }: Omit<NewDraft, 'id'>,
  number: number | undefined,
): Promise<Refusal | null> {
  const version = await findNumbered(tx, tariffId, number)
  if (!version) return refuse('tariff.version_not_found', { field: 'number' })
  const draft = { id: newId(now.getTime()), tariffId, accountId, now }
  return addDraft(tx, draft, contentOf(version.definition, version.commission_bp))
}
