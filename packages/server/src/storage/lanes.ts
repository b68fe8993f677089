import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/**
 * Which connections a call of the HTTP interface uses. `query`: it runs a query of the caller's own making, which may
 * be slow; `short`: everything else.
 */
export type Lane = 'query' | 'short'

interface Call {
  lane: Lane
  /** False when the call was answered: work that goes on after it belongs to no call. */
  isOpen: boolean
}

const calls = new AsyncLocalStorage<Call>()

/** Runs the work of a call so that every connection it takes comes from the pool of its lane. */
export async function inLane<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  const call: Call = { lane, isOpen: true }
  try {
    return await calls.run(call, work)
  } finally {
    call.isOpen = false
  }
}

/** Returns the lane of the call under way; null outside of calls, as in jobs. */
export function currentLane(): Lane | null {
  const call = calls.getStore()
  return call?.isOpen ? call.lane : null
}

/**
 * Throws when a call runs a list query outside of the entry point for queries (http/bind.ts): its endpoint row has
 * neither a list query as its body nor `query: true`.
 */
export function requireQueryLane(): void {
  if (currentLane() === 'short')
    throw new Error(
      'a list query outside of the entry point for queries: mark its endpoint with `query: true`',
    )
}

/** What takes connections; a pool, or a choice between pools. */
export interface ConnectionSource {
  connect: () => Promise<PoolClient>
  end: () => Promise<void>
}

/** Connections for calls: queries have a pool of their own, so that slow ones leave those of short calls free. */
export const lanedPool = (pools: { short: Pool; query: Pool }): ConnectionSource => ({
  connect: () => (currentLane() === 'query' ? pools.query : pools.short).connect(),
  // the pool of queries serves several of these; who made it ends it
  end: () => pools.short.end(),
})
