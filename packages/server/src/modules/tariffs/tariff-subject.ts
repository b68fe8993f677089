import { tariffVersionActivate, tariffVersionClone, tariffVersionDelete } from '@stationmaster/contract'
import { type TObject, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { refuseClientUser } from '../../shared/client-user.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { refuseBySchema } from '../../shared/refuse-by-schema.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { businessSubject } from '../business-objects/index.ts'
import type { HandlerResult, MethodCall, Subject, WorkflowObject } from '../workflow/index.ts'
import { type ActivateParams, activateTariff } from './activate.ts'
import type { TariffFacts } from './list-store.ts'
import { cloneVersion } from './save-draft.ts'
import { tariffClass } from './tariff.ts'
import { deleteDraft, endVersions, findDraft, findNumbered } from './version-store.ts'

type TariffObject = WorkflowObject & TariffFacts

const business = businessSubject(tariffClass)

/** Returns a check of the parameters of a method: the body of its endpoint without the object. */
function paramsOf({ body }: { body: TObject }) {
  const schema = Type.Omit(body, ['id'])
  const compiled = Compile(schema)
  return (given: unknown): Refusal | null => {
    if (compiled.Check(given)) return null
    const refusal = refuseBySchema(schema, given, compiled.Errors(given))
    return { ...refusal, field: refusal.field ? `params.${refusal.field}` : 'params' }
  }
}
const refuseParams: Readonly<Record<string, (given: unknown) => Refusal | null>> = {
  'tariff.activate': paramsOf(tariffVersionActivate),
  'tariff.create_draft': paramsOf(tariffVersionClone),
  'tariff.delete_draft': paramsOf(tariffVersionDelete),
  'tariff.retire': () => null,
}

/** Tariffs as workflow objects: the methods activate, copy, delete and end their versions. */
export const tariffSubject: Subject<TariffObject, TariffFacts> = {
  ...business,
  handlers: Object.keys(refuseParams),
  async find(db, scope, by) {
    const found = await business.find(db, scope, by)
    if (!found) return null
    const hasDraft = (await findDraft(db, found.id)) !== null
    return {
      ...found,
      hasDraft,
      hasVersion: hasDraft || (await findNumbered(db, found.id, undefined)) !== null,
    }
  },
  prevents({ hasDraft, hasVersion }, method) {
    if ((method === 'activate' || method === 'delete_draft') && !hasDraft)
      return refuse('tariff.no_draft', { field: 'id' })
    if (method === 'create_draft' && hasDraft) return refuse('tariff.draft_exists', { field: 'id' })
    if (method === 'create_draft' && !hasVersion) return refuse('tariff.version_not_found', { field: 'id' })
    return null
  },
  refuse: () => tariffClass.wrongState,
  async handle(tx, tariff, call): Promise<HandlerResult | Refusal> {
    const refusal =
      (call.viewer && refuseClientUser(call.viewer, 'change', 'tariff')) ??
      refuseParams[call.handler]!(call.params)
    if (refusal) return refusal
    const refused = await work[call.handler]!(tx, tariff, call)
    return refused ?? {}
  },
}

type Work = (tx: Tx, tariff: TariffObject, call: MethodCall) => Promise<Refusal | null>

const work: Readonly<Record<string, Work>> = {
  async 'tariff.activate'(tx, tariff, { params, viewer, now }) {
    const userId = viewer?.userId ?? null
    const activated = await activateTariff(tx, {
      tariffId: tariff.id,
      params: params as ActivateParams,
      userId,
      now,
    })
    if (isRefusal(activated)) return activated
    await recordChange(tx, viewer ?? { system: 'workflow' }, {
      accountId: tariff.accountId,
      kind: 'price',
      classCode: 'tariff',
      objectId: tariff.id,
      label: tariff.label,
      action: 'activate',
      after: { ...activated },
    })
    return null
  },
  'tariff.create_draft': (tx, { id: tariffId, accountId }, { params, now }) =>
    cloneVersion(tx, { tariffId, accountId, now }, params.number as number | undefined),
  async 'tariff.delete_draft'(tx, { id }, { params }) {
    const draft = await findDraft(tx, id)
    if (!draft) return refuse('tariff.no_draft', { field: 'id' })
    if (isStale(draft, params.version_no as number | undefined)) return editedByOther
    await deleteDraft(tx, draft.id)
    return null
  },
  async 'tariff.retire'(tx, { id }, { now }) {
    await endVersions(tx, id, { from: now, to: null, now })
    return null
  },
}
