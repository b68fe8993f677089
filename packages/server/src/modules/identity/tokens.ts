import type { AnswerOf, token } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { publishEnded } from './end-session.ts'
import { hashOf, newSecret } from './secrets.ts'
import { insertRefreshToken, insertSession, removeSurplusSessions } from './session-store.ts'

export type TokenAnswer = AnswerOf<typeof token>

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Lifetimes of sessions and tokens in ms. */
export const lifetimes = {
  access: hourMs,
  machine: dayMs,
  /** Ends a session even if its tokens are renewed. */
  session: 60 * dayMs,
  machineSession: 2 * dayMs,
  /** Exchange needs no secret, so it ends earlier: then the refresh token or the password is required. */
  exchange: (isDriver: boolean) => (isDriver ? 30 * dayMs : 12 * hourMs),
  /**
   * A refresh token may be repeated within this time: a page that is reloaded loses the response it was
   * waiting for.
   */
  repeat: 10_000,
  /** A replaced token expires after this: a request in progress may still carry it. */
  replaced: 60_000,
} as const

export interface Caller {
  address: string
  agent: string
}

/** A client and the caller that uses it. */
export interface ClientCaller {
  clientId: string
  caller: Caller
}

export interface SessionStart extends ClientCaller {
  userId: string | null
  isDriver: boolean
  /** The step that the user must complete first. */
  mustFirst?: TokenAnswer['action_required'] | null
  /** Time when the user last entered a secret, if not now. */
  provenAt?: Date
}

type Deps = Pick<IdentityDeps, 'bus' | 'clock' | 'keys'>

/** Opens a session and returns its first tokens. */
export async function openSession(deps: Deps, tx: Tx, start: SessionStart): Promise<TokenAnswer> {
  const now = deps.clock.now()
  const at = (ms: number) => new Date(now.getTime() + ms)
  const isMachine = start.userId === null
  const code = newId(now.getTime())
  const expiresAt = at(isMachine ? lifetimes.machineSession : lifetimes.session)
  await insertSession(tx, {
    code,
    user_id: start.userId,
    client_id: start.clientId,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
    exchange_until: isMachine ? expiresAt : at(lifetimes.exchange(start.isDriver)),
    token_changed_at: now,
    proven_at: start.provenAt ?? now,
    host: start.caller.address,
    agent: start.caller.agent,
  })
  if (start.userId !== null) await publishEnded(deps, tx, await removeSurplusSessions(tx, start.userId))
  const session = { code, clientId: start.clientId, tokenNo: 1, isMachine, expiresAt }
  const answer = await issueTokens(
    deps,
    session,
    await newRefreshToken(deps, tx, { session: code, expiresAt }),
  )
  return start.mustFirst ? { ...answer, action_required: start.mustFirst } : answer
}

export async function newRefreshToken(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { session, expiresAt }: { session: string; expiresAt: Date },
): Promise<string> {
  const secret = newSecret()
  const created = deps.clock.now()
  await insertRefreshToken(tx, {
    hash: hashOf(secret),
    session_code: session,
    created_at: created,
    expires_at: expiresAt,
  })
  return secret
}

export interface TokenOf {
  code: string
  clientId: string
  tokenNo: number
  isMachine: boolean
  expiresAt: Date
}

/** Returns the answer of the token endpoint: an access token that expires with its session at the latest. */
export async function issueTokens(
  deps: Pick<Deps, 'clock' | 'keys'>,
  session: TokenOf,
  refreshToken?: string,
): Promise<TokenAnswer> {
  const left = session.expiresAt.getTime() - deps.clock.now().getTime()
  const seconds = Math.max(
    1,
    Math.floor(Math.min(left, session.isMachine ? lifetimes.machine : lifetimes.access) / 1000),
  )
  const claims = { session: session.code, clientId: session.clientId, tokenNo: session.tokenNo }
  return {
    access_token: await deps.keys.sign(claims, seconds),
    token_type: 'Bearer',
    expires_in: seconds,
    session: session.code,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  }
}
