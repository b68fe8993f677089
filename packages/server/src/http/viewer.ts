import type { Bus } from '../bus/bus.ts'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { Handlers } from '../shared/handlers.ts'
import type { Refusal } from '../shared/refusal.ts'
import type { Clock } from '../shared/clock.ts'
import type { AuthContext, Viewer } from '../shared/scope.ts'
import type { AnyHandler } from './web-call.ts'

/** Caller behind a token: a user, or a console without a signed-in user. */
export type Caller =
  | { kind: 'person'; viewer: Viewer; auth: AuthContext }
  | { kind: 'machine'; session: string }

/** Verifies a token: signature, session row, user. */
export type FindCaller = (token: string) => Promise<Caller | Refusal>

const cacheMs = 5_000
const maxCached = 10_000

/**
 * Caches for a few seconds the caller of each token. A session that ends is removed immediately by an event
 * of the bus, and after the few seconds in any case.
 */
export class Viewers {
  private readonly cached = new BoundedMap<string, { caller: Caller; untilMs: number }>(maxCached)
  private readonly find: FindCaller
  private readonly clock: Clock

  constructor(find: FindCaller, { bus, clock }: { bus: Bus; clock: Clock }) {
    this.find = find
    this.clock = clock
    bus.on('session.ended', ({ session }) => this.evict(session))
    bus.on('person.changed', ({ user }) => this.evictUser(user))
    // events may have been missed
    bus.onGap(() => this.cached.clear())
  }

  async callerOf(token: string): Promise<Caller | Refusal> {
    const known = this.cached.get(token)
    if (known && known.untilMs > this.clock.monotonicMs()) return known.caller
    this.cached.delete(token)
    const found = await this.find(token)
    if ('kind' in found)
      this.cached.set(token, { caller: found, untilMs: this.clock.monotonicMs() + cacheMs })
    return found
  }

  private evict(session: string): void {
    for (const [token, { caller }] of this.cached) {
      const code = caller.kind === 'person' ? caller.viewer.session : caller.session
      if (code === session) this.cached.delete(token)
    }
  }

  /** Removes the callers of one user, or all, after their rights changed. */
  evictUser(userId: string | null): void {
    for (const [token, { caller }] of this.cached)
      if (caller.kind === 'person' && (userId === null || caller.viewer.userId === userId))
        this.cached.delete(token)
  }
}

/** Returns the token of an `Authorization: Bearer` header. */
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer +([\w\-.~+/]+=*)$/i.exec(header ?? '')?.[1] ?? null

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
