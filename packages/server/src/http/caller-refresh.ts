import type { Handlers } from '../shared/handlers.ts'
import type { Viewers } from './viewer.ts'
import type { AnyHandler } from './web-call.ts'

/** Handlers after which the caller's next request must not use the cached caller. */
const changesCaller = [
  'signOut',
  'sessionProve',
  'sessionEndOthers',
  'totpConfirm',
  'totpRemove',
  'userPassword',
] as const

/**
 * Removes the cached caller in this process immediately after a change; other processes follow by an event of
 * the bus.
 */
export function withCallerRefresh(handlers: Handlers, viewers: Viewers): Handlers {
  const all = handlers as Partial<Record<string, AnyHandler>>
  const wrapped = changesCaller.map((name) => {
    const handler: AnyHandler = async (viewer, body, call) => {
      const answer = await all[name]!(viewer, body, call)
      if (viewer) viewers.evictUser(viewer.userId)
      return answer
    }
    return [name, handler] as const
  })
  // the same names with wrapped handlers of the same types
  return { ...handlers, ...Object.fromEntries(wrapped) } as Handlers
}
