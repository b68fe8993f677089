import { type Refusal, refuse } from '../shared/refusal.ts'

export interface QueryLimits {
  /** Concurrent queries of all callers together. */
  slots: number
  perUser: number
  perAccount: number
  /** Waiting queries of one user; a further one is refused immediately. */
  maxWaitingPerUser: number
  /** Waiting queries of all callers. */
  maxWaiting: number
  /** Milliseconds that a query waits for its slot. */
  patienceMs: number
}

/** Returns the limits for a number of slots: no user takes more than half of them, and no account all of them. */
export const queryLimits = (slots: number): QueryLimits => ({
  slots,
  perUser: Math.max(1, Math.min(4, Math.floor(slots / 2))),
  perAccount: Math.max(1, slots - 1),
  maxWaitingPerUser: 100,
  maxWaiting: 1_000,
  patienceMs: 10_000,
})

interface Caller {
  userId: string
  accountId: string
}

interface User {
  running: number
  waiting: (() => void)[]
}

interface Account {
  running: number
  /** In the order of their last query: the first one has waited longest. */
  users: Map<string, User>
}

/**
 * Shares the slots for list queries between accounts, and those of an account between its users, in turn. A
 * caller with many slow queries only delays their own queries.
 */
export class QueryQueue {
  private readonly limits: QueryLimits
  /** In the order of their last query. */
  private readonly accounts = new Map<string, Account>()
  private running = 0
  private waiting = 0

  constructor(limits: QueryLimits) {
    this.limits = limits
  }

  /** Number of users with running or waiting queries. */
  get size(): number {
    return [...this.accounts.values()].reduce((sum, { users }) => sum + users.size, 0)
  }

  /**
   * Runs the work when a slot is free; refuses with `too-many` if too many queries wait or no slot became
   * free in time.
   */
  async run<T>(caller: Caller, work: () => Promise<T>, signal?: AbortSignal): Promise<T | Refusal> {
    const slot = this.takeSlot(caller, signal)
    if (slot !== true && !(await slot)) {
      this.removeIdle(caller)
      return tooMany
    }
    try {
      return await work()
    } finally {
      this.release(caller)
    }
  }

  private takeSlot(caller: Caller, signal: AbortSignal | undefined): Promise<boolean> | boolean {
    const account = this.accountOf(caller)
    const user = userOf(account, caller)
    if (this.canRun(account, user)) {
      this.start(account, user)
      return true
    }
    const { maxWaitingPerUser, maxWaiting, patienceMs } = this.limits
    if (user.waiting.length >= maxWaitingPerUser || this.waiting >= maxWaiting) return false
    return new Promise((resolve) => {
      const settle = (hasSlot: boolean): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        this.waiting -= 1
        resolve(hasSlot)
      }
      const go = (): void => settle(true)
      const leave = (): void => {
        user.waiting.splice(user.waiting.indexOf(go), 1)
        settle(false)
      }
      const timer = setTimeout(leave, patienceMs)
      signal?.addEventListener('abort', leave)
      this.waiting += 1
      user.waiting.push(go)
    })
  }

  private canRun(account: Account, user: User): boolean {
    const { slots, perUser, perAccount } = this.limits
    return this.running < slots && account.running < perAccount && user.running < perUser
  }

  private start(account: Account, user: User): void {
    this.running += 1
    account.running += 1
    user.running += 1
  }

  private release(caller: Caller): void {
    const account = this.accountOf(caller)
    const user = userOf(account, caller)
    this.running -= 1
    account.running -= 1
    user.running -= 1
    // behind those that arrived while this one ran
    moveToEnd(this.accounts, caller.accountId, account)
    moveToEnd(account.users, caller.userId, user)
    this.startNext()
    this.removeIdle(caller)
  }

  /** Gives free slots to the accounts, and within each to the users, whose last query is longest ago. */
  private startNext(): void {
    for (const [accountId, account] of this.accounts)
      for (const [userId, user] of account.users) {
        if (user.waiting.length === 0 || !this.canRun(account, user)) continue
        moveToEnd(this.accounts, accountId, account)
        moveToEnd(account.users, userId, user)
        this.start(account, user)
        return user.waiting.shift()!()
      }
  }

  private accountOf({ accountId }: Caller): Account {
    const account = this.accounts.get(accountId) ?? { running: 0, users: new Map<string, User>() }
    this.accounts.set(accountId, account)
    return account
  }

  /** Removes a caller without running or waiting queries. */
  private removeIdle({ accountId, userId }: Caller): void {
    const account = this.accounts.get(accountId)
    const user = account?.users.get(userId)
    if (user && user.running === 0 && user.waiting.length === 0) account!.users.delete(userId)
    if (account?.users.size === 0) this.accounts.delete(accountId)
  }
}

function userOf({ users }: Account, { userId }: Caller): User {
  const user = users.get(userId) ?? { running: 0, waiting: [] }
  users.set(userId, user)
  return user
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

const tooMany: Refusal = refuse('request.too_many_queries', { retryAfterSeconds: 5 })
