import type { AnswerOf, BodyOf, Endpoint, token } from '@stationmaster/contract'
import { call, CallError } from './call.ts'
import { pageConfig } from './page-config.ts'
import { writeStored, readStored, type StoredName } from './stored.ts'
import { lockedMs, withLock } from './tab-lock.ts'
import { requestToken } from './request-token.ts'

/**
 * The token of the console itself, with which public screens call the API before sign-in: stored under the
 * configured names, valid until its `exp` if its `aud` is the configured client.
 */
const names = (): { access: StoredName; refresh: StoredName } => ({
  access: `machine.${pageConfig().machineTokenName}`,
  refresh: `machine.${pageConfig().machineRefreshTokenName}`,
})

/**
 * Last token issued to this page. It is used even if the clock of this device says that it has expired: the
 * server has just issued it.
 */
let issuedHere: string | null = null

/**
 * Returns a valid token: the stored one, or a new one. Throws `TokenRefusal`, or what `fetch` throws, if
 * there is none.
 */
export async function machineToken(): Promise<string> {
  return storedToken() ?? withLock('machine', async (wrote) => storedToken() ?? renew(wrote))
}

function storedToken(): string | null {
  const stored = readStored(names().access)
  return stored !== null && isGood(stored) ? stored : null
}

function isGood(access: string): boolean {
  const { exp, aud } = claimsOf(access)
  return (
    [aud].flat().includes(pageConfig().clientId) && (access === issuedHere || Number(exp) * 1000 > Date.now())
  )
}

/** Replaces the stored token, which has expired or was refused. */
async function renew(wrote: () => void): Promise<string> {
  const refresh = readStored(names().refresh)
  const ways: BodyOf<typeof token>[] = [{ grant_type: 'client_credentials' }]
  if (refresh) ways.unshift({ grant_type: 'refresh_token', refresh_token: refresh })
  let failure: unknown
  for (const way of ways) {
    try {
      const answer = await requestToken(way, AbortSignal.timeout(lockedMs))
      wrote()
      return keep(answer)
    } catch (problem) {
      failure = problem
    }
  }
  flushMachineToken()
  console.error('no machine token:', failure)
  throw failure
}

function keep(answer: AnswerOf<typeof token>): string {
  issuedHere = answer.access_token
  if (!isGood(answer.access_token)) throw new TypeError('the token is for another client')
  writeStored(names().access, answer.access_token)
  writeStored(names().refresh, answer.refresh_token ?? null)
  return answer.access_token
}

function flushMachineToken(): void {
  issuedHere = null
  writeStored(names().access, null)
  writeStored(names().refresh, null)
}

/**
 * Returns the claims of a token; empty if it is malformed. The server verifies the signature, the console
 * does not need to.
 */
function claimsOf(access: string): { exp?: unknown; aud?: unknown } {
  try {
    const body = (access.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(body))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** Calls an endpoint of a public screen. A token that the server refuses is replaced once. Throws like `call`. */
export async function machineCall<E extends Endpoint>(row: E, body: BodyOf<E>): Promise<AnswerOf<E>> {
  const bearer = await machineToken()
  try {
    return await call(row, body, { bearer })
  } catch (failure) {
    if (!(failure instanceof CallError) || (failure.status !== 401 && failure.code !== 'expired'))
      throw failure
    // A refresh token of the same session would be refused as well.
    await withLock('machine', async () => readStored(names().access) === bearer && flushMachineToken())
    return call(row, body, { bearer: await machineToken() })
  }
}
