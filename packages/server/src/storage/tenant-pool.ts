import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import { isUuid } from '../shared/ids.ts'
import type { Scope } from '../shared/scope.ts'
import type { ConnectionSource } from './lanes.ts'

/** Role for HTTP requests: policies apply to it, but not to the owner of the tables. */
export const webRole = 'stationmaster_web'

interface TenantContext extends Pick<Scope, 'accountId' | 'clientId'> {
  /** False once the request has been answered; work that continues after it runs without tenant isolation. */
  isOpen: boolean
}

const tenantContext = new AsyncLocalStorage<TenantContext>()

/**
 * Runs the work of a request so that every connection it takes sees only the account of the scope, and only the
 * objects of its client if it has one, whatever its queries select. Administrators see every account: for them
 * nothing is set.
 */
export async function withTenant<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  if (scope.isAdmin) return work()
  const call: TenantContext = { accountId: scope.accountId, clientId: scope.clientId, isOpen: true }
  try {
    return await tenantContext.run(call, work)
  } finally {
    call.isOpen = false
  }
}

/**
 * Runs work of a request without tenant isolation. Either it concerns the server, such as the extent of its tables,
 * and the caller returns to users at most ids, and times to the minute; or its queries state themselves what the user
 * may see, such as those of drivers.
 */
export const outsideTenant = <T>(work: () => Promise<T>): Promise<T> =>
  tenantContext.run({ accountId: '', clientId: null, isOpen: false }, work)

/**
 * Returns a pool whose connections are limited to the account of the surrounding `withTenant`. Outside of it
 * they are unrestricted.
 */
export const tenantPool = (pool: ConnectionSource): PostgresPool => ({
  connect: async () => {
    // read before waiting: the request may be answered afterwards
    const call = tenantContext.getStore()
    const tenant = call?.isOpen ? call : null
    const client = await pool.connect()
    // the driver's type has more overloads of query than the builder uses
    return tenant === null ? (client as PostgresPoolClient) : setTenantRole(client, tenant)
  },
  end: () => pool.end(),
})

async function setTenantRole(
  client: PoolClient,
  { accountId, clientId }: TenantContext,
): Promise<PostgresPoolClient> {
  try {
    if (!isUuid(accountId) || (clientId !== null && !isUuid(clientId)))
      throw new Error('the account or the client of a request is not a UUID')
    // in one message; outside of a transaction, so that no rollback reverts them
    await client.query(
      `set role ${webRole}; set stationmaster.account = '${accountId}'; set stationmaster.client = '${clientId ?? ''}'`,
    )
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    query: client.query.bind(client) as PostgresPoolClient['query'], // as above
    release: () => void resetRole(client),
  }
}

/** Resets role, account and client before a connection is reused; closes the connection if that fails. */
async function resetRole(client: PoolClient): Promise<void> {
  try {
    await client.query('reset role; reset stationmaster.account; reset stationmaster.client')
    client.release()
  } catch {
    client.release(true)
  }
}
