import type { StateChange } from '../../shared/state-change.ts'
import type { Changed } from './store.ts'

/** Hidden methods of reservations, by the state to which they lead. */
const actions: Readonly<Record<string, string>> = {
  requested: 'create',
  active: 'activate',
  used: 'use',
  refused: 'refuse',
  cancelled: 'finish',
  expired: 'expire',
}

export const stateChangeOf = ({ id, accountId, from, to }: Changed): StateChange => ({
  accountId,
  classCode: 'reservation',
  objectId: id,
  action: actions[to] ?? to,
  from,
  to,
})
