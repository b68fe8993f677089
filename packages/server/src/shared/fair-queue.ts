import type { Refusal } from './refusal.ts'

export interface QueueLimits {
  /** Concurrent works of all callers together. */
  slots: number
  perUser: number
  perAccount: number
  /** Waiting works of one user; a further one is refused immediately. */
  maxWaitingPerUser: number
  /** Waiting works of all callers. */
  maxWaiting: number
  /** Milliseconds that a work waits for its slot. */
  patienceMs: number
  /** Refusals if too much work of the user waits, and if too much of all callers waits or no slot becomes free. */
  refusals: { ofUser: Refusal; ofAll: Refusal }
}

/** User, or address without a user, and the group that shares slots with others of its kind. */
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
  /** In the order of their last work: the first one has waited longest. */
  users: Map<string, User>
}

/**
 * Shares the slots for expensive work between accounts, and those of an account between its users, in turn. A
 * caller with much slow work only delays their own.
 */
export class FairQueue {
  private readonly limits: QueueLimits
  /** In the order of their last work. */
  private readonly accounts = new Map<string, Account>()
  private running = 0
  private waiting = 0

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Number of users with running or waiting work. */
  get size(): number {
    return [...this.accounts.values()].reduce((sum, { users }) => sum + users.size, 0)
  }

  /** Runs the work when a slot is free; refuses if too much waits or no slot became free in time. */
  async run<T>(caller: Caller, work: () => Promise<T>, signal?: AbortSignal): Promise<T | Refusal> {
    const slot = this.takeSlot(caller, signal)
    const refusal = slot instanceof Promise ? await slot : slot
    if (refusal !== null) {
      this.removeIdle(caller)
      return refusal
    }
    try {
      return await work()
    } finally {
      this.release(caller)
    }
  }

  private takeSlot(
    caller: Caller,
    signal: AbortSignal | undefined,
  ): Promise<Refusal | null> | Refusal | null {
    const account = this.accountOf(caller)
    const user = userOf(account, caller)
    if (this.canRun(account, user)) {
      this.start(account, user)
      return null
    }
    const { maxWaitingPerUser, maxWaiting, patienceMs, refusals } = this.limits
    if (user.waiting.length >= maxWaitingPerUser) return refusals.ofUser
    if (this.waiting >= maxWaiting) return refusals.ofAll
    return new Promise((resolve) => {
      const settle = (refusal: Refusal | null): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        this.waiting -= 1
        resolve(refusal)
      }
      const go = (): void => settle(null)
      const leave = (): void => {
        user.waiting.splice(user.waiting.indexOf(go), 1)
        settle(refusals.ofAll)
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

  /** Gives free slots to the accounts, and within each to the users, whose last work is longest ago. */
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

  /** Removes a caller without running or waiting work. */
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
