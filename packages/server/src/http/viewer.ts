import { BoundedMap } from '../shared/bounded-map.ts'
import type { Refusal } from '../shared/refusal.ts'
import type { Clock } from '../shared/clock.ts'
import type { AuthContext, Viewer } from '../shared/scope.ts'

/** Who is behind a token: a person, or a console that nobody has signed in to yet. */
export type Caller =
  | { kind: 'person'; viewer: Viewer; auth: AuthContext }
  | { kind: 'machine'; session: string }

/** Looks the token up at its source: signature, session row, user. */
export type FindCaller = (token: string) => Promise<Caller | Refusal>

const keptMs = 5_000
const keptMost = 10_000

/**
 * Remembers for a few seconds who stands behind a token. A session that ends is dropped at once when the bus
 * tells, and after the few seconds in any case.
 */
export class Viewers {
  private readonly kept = new BoundedMap<string, { caller: Caller; untilMs: number }>(keptMost)
  private readonly find: FindCaller
  private readonly clock: Clock

  constructor(find: FindCaller, clock: Clock) {
    this.find = find
    this.clock = clock
  }

  async callerOf(token: string): Promise<Caller | Refusal> {
    const known = this.kept.get(token)
    if (known && known.untilMs > this.clock.monotonicMs()) return known.caller
    this.kept.delete(token)
    const found = await this.find(token)
    if ('kind' in found) this.kept.set(token, { caller: found, untilMs: this.clock.monotonicMs() + keptMs })
    return found
  }

  /** Forgets everybody of a session, or all when the bus may have missed something. */
  forget(session?: string): void {
    if (session === undefined) return this.kept.clear()
    for (const [token, { caller }] of this.kept) {
      const code = caller.kind === 'person' ? caller.viewer.session : caller.session
      if (code === session) this.kept.delete(token)
    }
  }

  /** Forgets one person, or everybody: what they may do has changed. */
  forgetUser(userId: string | null): void {
    for (const [token, { caller }] of this.kept)
      if (caller.kind === 'person' && (userId === null || caller.viewer.userId === userId))
        this.kept.delete(token)
  }
}

/** The token of an `Authorization: Bearer` header. */
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer +([\w\-.~+/]+=*)$/i.exec(header ?? '')?.[1] ?? null
