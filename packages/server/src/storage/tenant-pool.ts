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
 * they are unrestricted. `transaction`: a pooler gives another connection to each transaction, so each query is one
 * and has its own limits.
 */
export const tenantPool = (
  pool: ConnectionSource,
  limitedBy: 'session' | 'transaction' = 'session',
): PostgresPool => ({
  connect: async () => {
    // read before waiting: the request may be answered afterwards
    const call = tenantContext.getStore()
    const tenant = call?.isOpen ? call : null
    const client = await pool.connect()
    // the driver's type has more overloads of query than the builder uses
    if (tenant === null) return client as PostgresPoolClient
    return limitedBy === 'session' ? setTenantRole(client, tenant) : limitTransactions(client, tenant)
  },
  end: () => pool.end(),
})

async function setTenantRole(
  client: PoolClient,
  { accountId, clientId }: TenantContext,
): Promise<PostgresPoolClient> {
  try {
    requireUuids({ accountId, clientId })
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

function requireUuids({ accountId, clientId }: Pick<TenantContext, 'accountId' | 'clientId'>): void {
  if (!isUuid(accountId) || (clientId !== null && !isUuid(clientId)))
    throw new Error('the account or the client of a request is not a UUID')
}

const begins = /^(begin|start transaction)\b/
const ends = /^(commit|rollback)$/

/** Limits each transaction of a connection to the tenant; a query outside of one becomes a transaction. */
function limitTransactions(client: PoolClient, { accountId, clientId }: TenantContext): PostgresPoolClient {
  let isInTransaction = false
  const limits = `set local role ${webRole}; set local stationmaster.account = '${accountId}'; set local stationmaster.client = '${clientId ?? ''}'`
  async function query(text: string, values: unknown[]) {
    requireUuids({ accountId, clientId })
    if (begins.test(text)) {
      const result = await client.query(text, values)
      isInTransaction = true
      await client.query(limits)
      return result
    }
    if (isInTransaction) {
      if (ends.test(text)) isInTransaction = false
      return client.query(text, values)
    }
    await client.query(`begin; ${limits}`)
    try {
      const result = await client.query(text, values)
      await client.query('commit')
      return result
    } catch (error) {
      // a connection on which this fails is lost, and its transaction with it
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // the builder uses no other form
    // a transaction that was left open must not pass on its limits
    release: () => client.release(isInTransaction),
  }
}
