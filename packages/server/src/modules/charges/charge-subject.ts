import { refuseClientUser } from '../../shared/client-user.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { HandlerResult, MethodCall, Subject, WorkflowObject } from '../workflow/index.ts'
import { approveProposal, rejectProposal } from './proposal-store.ts'
import { type ChargeRow, findCharge } from './charge-store.ts'
import { hintsOf } from './rate-batch.ts'

type ChargeObject = WorkflowObject & { row: ChargeRow }

/** Workflow subject of charges: the system moves them, a user decides about those of a proposed rating together. */
export const chargeSubject: Subject<ChargeObject> = {
  classCode: 'charge',
  missing: refuse('charge.not_found', { field: 'id' }),
  handlers: ['charge.approve', 'charge.reject'],
  async find(db, scope, by) {
    const row = await findCharge(db, scope, by)
    if (!row) return null
    const { id, accountId, state, label, service } = row
    return {
      classCode: 'charge',
      id,
      accountId,
      state,
      label: `${label} · ${service}`,
      type: 'charge',
      ownerId: null,
      tags: [],
      fields: { service, session: row.sessionId },
      row,
    }
  },
  async enter() {
    // the handlers store the states of all charges of the rating
  },
  changed: ({ row }) => hintsOf([{ id: row.sessionId, accountId: row.accountId }]),
  async handle(
    tx: Tx,
    { row }: ChargeObject,
    { handler, now, viewer }: MethodCall,
  ): Promise<HandlerResult | Refusal> {
    // what a client owes is decided by the operator
    const forbidden = viewer && refuseClientUser(viewer, 'change', 'charge')
    if (forbidden) return forbidden
    const decide = handler === 'charge.approve' ? approveProposal : rejectProposal
    const refusal = await decide(tx, { ratingId: row.ratingId, now })
    return isRefusal(refusal) ? refusal : { isStored: true }
  },
  refuse: () => refuse('charge.wrong_state', { field: 'id' }),
}
