import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import type { Scope } from '../shared/scope.ts'
import type { ConnectionSource } from './lanes.ts'

/** The role in which the web door asks: policies hold for it, while the owner of the tables passes through. */
export const webRole = 'stationmaster_web'

interface TenantContext {
  accountId: string
  /** False when the call was answered: what goes on behind it works for the house. */
  isOpen: boolean
}

const tenantContext = new AsyncLocalStorage<TenantContext>()

/**
 * Runs the work of a call so that every connection it takes sees the account of the scope alone, whatever its
 * queries ask for. Administrators see every account: for them nothing is set.
 */
export async function withTenant<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  if (scope.isAdmin) return work()
  const call: TenantContext = { accountId: scope.accountId, isOpen: true }
  try {
    return await tenantContext.run(call, work)
  } finally {
    call.isOpen = false
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A pool whose connections stand behind the wall while a call of `behindWall` has them. Who takes one elsewhere
 * gets it as it is.
 */
export const tenantPool = (pool: ConnectionSource): PostgresPool => ({
  connect: async () => {
    // read before waiting: afterwards the call might have been answered
    const call = tenantContext.getStore()
    const accountId = call?.isOpen ? call.accountId : null
    const client = await pool.connect()
    // the driver's own type knows more forms of a query than the builder asks for
    return accountId === null ? (client as PostgresPoolClient) : setTenantRole(client, accountId)
  },
  end: () => pool.end(),
})

async function setTenantRole(client: PoolClient, accountId: string): Promise<PostgresPoolClient> {
  try {
    if (!uuid.test(accountId)) throw new Error('the account of a call is no id')
    // both in one message; outside of a transaction, so that no rollback takes them back
    await client.query(`set role ${webRole}; set stationmaster.account = '${accountId}'`)
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    query: client.query.bind(client) as PostgresPoolClient['query'], // as above
    release: () => void resetRole(client),
  }
}

/** Nobody gets a connection back that still stands behind the wall: one that cannot be freed is closed. */
async function resetRole(client: PoolClient): Promise<void> {
  try {
    await client.query('reset role; reset stationmaster.account')
    client.release()
  } catch {
    client.release(true)
  }
}
