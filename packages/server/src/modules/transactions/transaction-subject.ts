import { refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { HandlerResult, WorkflowObject, MethodCall, Subject } from '../workflow/index.ts'
import type { TransactionFacts } from './list-store.ts'
import { type LockedTransaction, lockTransaction } from './resolve-store.ts'
import { transactionNotFound, transactionEnded, resolveInReview } from './resolve-transaction.ts'

interface TransactionObject extends WorkflowObject, TransactionFacts {
  locked: LockedTransaction
}

/** Workflow subject of transactions: messages of stations end them, users resolve those that need review. */
export const transactionSubject: Subject<TransactionObject, TransactionFacts> = {
  classCode: 'transaction',
  missing: transactionNotFound,
  handlers: ['transaction.resolve'],
  async find(db, scope, { id, isLocked }) {
    const locked = await lockTransaction(db, scope, { id, isLocked })
    if (!locked) return null
    return {
      classCode: 'transaction',
      accountId: locked.account_id,
      label: String(locked.number),
      ...locked.facts,
      type: 'session',
      ownerId: null,
      tags: [],
      fields: {
        transactionid: locked.number,
        connectorid: locked.evse_no,
        meterstart: locked.meter_start_wh,
        meterstop: locked.meter_stop_wh,
        flags: locked.flags,
      },
      locked,
    }
  },
  async enter() {
    // the end of a session changes more than the state: the handler stores it
  },
  changed: ({ locked }) => transactionEnded(locked),
  async handle(tx: Tx, { locked }: TransactionObject, call: MethodCall) {
    await resolveInReview(tx, locked, call)
    return { isStored: true } satisfies HandlerResult
  },
  prevents: ({ isStoppable }, method) =>
    isStoppable && method === 'resolve' ? refuse('transaction.running') : null,
  refuse: () => refuse('transaction.review_not_needed'),
}
