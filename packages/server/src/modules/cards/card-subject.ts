import { refuse } from '../../shared/refusal.ts'
import type { Quotas } from '../accounts/index.ts'
import type { WorkflowObject, Subject } from '../workflow/index.ts'
import { lockCard, updateCard } from './edit-store.ts'
import { cardChanged, noCard } from './set-card.ts'

/** Workflow subject of cards. A change of a card does not end its running transactions. */
export const cardSubject = (quotas: Quotas): Subject<WorkflowObject> => ({
  classCode: 'card',
  missing: noCard,
  handlers: [],
  async find(db, scope, { id, isLocked }) {
    const card = await lockCard(db, scope, { id, isLocked })
    if (!card) return null
    return {
      classCode: 'card',
      id,
      accountId: card.account_id,
      label: card.label ?? card.name ?? card.code,
      state: card.state,
      type: card.type,
      ownerId: card.owner_id,
      tags: card.tags,
      fields: { code: card.code, name: card.name },
    }
  },
  async enter(tx, { id, accountId, state: before }, { state: { code: state }, now }) {
    if (before === 'deleted') {
      const refusal = await quotas.refuse(tx, accountId, 'cards')
      if (refusal) return refusal
    }
    await updateCard(tx, id, { state, updated_at: now })
  },
  changed: ({ accountId, id }) => cardChanged(accountId, id),
  // a lost card; neither an operator's block nor a missing approval can be lifted in this way
  isForDrivers: ({ state }, code) =>
    (code === 'report_lost' && state === 'enabled') || (code === 'enable' && state === 'lost'),
  refuse: () => refuse('card.wrong_state', { field: 'action' }),
  retag: (tx, { id }, { tags, now }) => updateCard(tx, id, { tags: [...tags], updated_at: now }),
  relabel: (tx, { id }, { label, now }) => updateCard(tx, id, { label, updated_at: now }),
})
