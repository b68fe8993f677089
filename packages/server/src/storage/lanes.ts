import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/**
 * Pool that an API request uses. `query`: it runs a query composed by the caller, which may be slow; `replica`: the
 * same on a read replica; `long`: statements for which the database has a raised time limit (inLongTransaction);
 * `short`: everything else.
 */
export type Lane = 'query' | 'replica' | 'long' | 'short'

interface Call {
  lane: Lane
  /** False once the request has been answered; work that continues after it belongs to no request. */
  isOpen: boolean
}

const calls = new AsyncLocalStorage<Call>()

/** Runs the work of a request so that every connection it takes comes from the pool of its lane. */
export async function inLane<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  const call: Call = { lane, isOpen: true }
  try {
    return await calls.run(call, work)
  } finally {
    call.isOpen = false
  }
}

/** Returns the lane of the current request; null outside of requests, as in jobs. */
export function currentLane(): Lane | null {
  const call = calls.getStore()
  return call?.isOpen ? call.lane : null
}

/**
 * Throws if a request runs a list query outside of the entry point for queries (http/bind.ts): its endpoint
 * row has neither a list query as its body nor `query: true`.
 */
export function requireQueryLane(): void {
  if (currentLane() === 'short')
    throw new Error(
      'a list query outside of the entry point for queries: mark its endpoint with `query: true`',
    )
}

/** Source of connections: a pool, or a choice between pools. */
export interface ConnectionSource {
  connect: () => Promise<PoolClient>
  end: () => Promise<void>
}

/**
 * Pools for requests: queries have a separate pool, so that slow ones leave the connections for short
 * requests free.
 */
export const lanedPool = (pools: {
  short: Pool
  query: Pool
  replica: Pool | undefined
}): ConnectionSource => ({
  connect: () => {
    const lane = currentLane()
    if (lane === 'replica' && pools.replica) return pools.replica.connect()
    if (lane === 'long') return pools.short.connect().then(withoutAnswerLimit)
    return (lane === 'query' ? pools.query : pools.short).connect()
  },
  // the pool of queries is shared by several of these; its creator closes it
  end: () => pools.short.end(),
})

/** Longest timer of JavaScript; the driver reads zero as the limit of the connection. */
const unlimitedMs = 2 ** 31 - 1

/** Returns the connection with queries that wait for their answer as long as the database works; keepalive ends dead ones. */
function withoutAnswerLimit(client: PoolClient): PoolClient {
  const query = (text: string, values: unknown[] = []) => {
    const config = { text, values, query_timeout: unlimitedMs }
    return client.query(config)
  }
  // the query builder uses no other members
  return { query, release: client.release.bind(client) } as unknown as PoolClient
}
