import { type BodyOf, type cardAction, cardCan } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { queryable } from '../../storage/queryable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { lockCard, updateCard } from './edit-store.ts'
import { cardChanged, type CardWebDeps, noCard } from './set-card.ts'

type Action = BodyOf<typeof cardAction>['action']

const outcome = {
  enable: { state: 'enabled', done: 'enabled' },
  disable: { state: 'disabled', done: 'blocked' },
  delete: { state: 'deleted', done: 'deleted' },
  restore: { state: 'enabled', done: 'restored' },
} as const satisfies Record<Action, object>

/** Enables, disables (blocks), deletes or restores a card. A session that runs is not ended by it. */
export function actOnCard(
  deps: CardWebDeps,
  viewer: Viewer,
  { id, action }: BodyOf<typeof cardAction>,
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const card = await lockCard(tx, viewer, id)
    if (!card) return noCard
    if (!(cardCan[action] as readonly string[]).includes(card.state))
      return refuse(
        'not-possible',
        `A card that is ${card.state} cannot be ${outcome[action].done}`,
        'action',
      )
    await updateCard(tx, id, { state: outcome[action].state }, deps.clock.now())
    await deps.bus.publish(queryable(tx), cardChanged(card.account_id, id))
    return null
  })
}
