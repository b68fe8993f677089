import { randomBytes } from 'node:crypto'
import { type AnswerOf, freshLoginMinutes, productTitle, type totpGet } from '@stationmaster/contract'
import { Secret, TOTP } from 'otpauth'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type AttemptOrigin, countCodeAttempt, proveOwnPassword } from './count-attempts.ts'
import { type IdentityDeps, selfAuditRef } from './deps.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  dropSecondFactor,
  secondFactor,
  setRecoveryCodes,
  useRecoveryCode,
  useStep,
} from './second-factor-store.ts'
import { foldTypedCode, hashOf, newTypedCode } from './secrets.ts'
import { setProven } from './session-store.ts'
import { personById } from './store.ts'

/** Parameters of RFC 6238 that every authenticator app supports. */
const totpParams = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Time steps before and after the current one that are accepted, because clocks differ. */
const tolerance = 1
const secretBytes = 20
const recoveryCodes = 10

/** Returns whether a second factor is required, recommended or optional for this user. */
export function demandOf(
  deps: Pick<IdentityDeps, 'totpDemand'>,
  isAdmin: boolean,
): 'required' | 'recommended' | null {
  if (deps.totpDemand === 'all' || (deps.totpDemand === 'admin' && isAdmin)) return 'required'
  return isAdmin ? 'recommended' : null
}

export async function secondFactorState(
  deps: IdentityDeps,
  viewer: Viewer,
): Promise<AnswerOf<typeof totpGet>> {
  const factor = await secondFactor(deps.db, viewer.userId)
  const demand = demandOf(deps, viewer.isAdmin)
  return {
    enabled: factor?.confirmed_at != null,
    since: factor?.confirmed_at?.toISOString() ?? null,
    recoverycodes: await countRecoveryCodes(deps.db, viewer.userId),
    recommended: demand === 'recommended',
    required: demand === 'required',
  }
}

/** Creates a secret, which takes effect when the first code of it is entered. */
export async function beginTotp(
  deps: IdentityDeps,
  viewer: Viewer,
): Promise<{ secret: string; uri: string } | Refusal> {
  const bytes = randomBytes(secretBytes)
  const encrypted = await deps.secrets.encrypt(bytes, viewer.userId)
  if (!(await beginSecondFactor(deps.db, viewer.userId, { secret: encrypted, now: deps.clock.now() })))
    return refuse('second_factor.set_up')
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const totp = new TOTP({ ...totpParams, issuer: productTitle, label: viewer.username, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * Confirms the second factor with its first code. Returns the recovery codes, of which only hashes are
 * stored.
 */
export async function confirmTotp(
  deps: IdentityDeps,
  viewer: Viewer,
  code: string,
): Promise<{ result: boolean; recoverycodes: string[] } | Refusal> {
  const factor = await secondFactor(deps.db, viewer.userId)
  if (!factor) return refuse('second_factor.not_started')
  if (factor.confirmed_at) return refuse('second_factor.set_up')
  const wrong = await checkCode(deps, viewer.userId, {
    code,
    field: 'code',
    from: { session: viewer.session },
  })
  if (wrong) return wrong
  const codes = Array.from({ length: recoveryCodes }, newTypedCode)
  await inTransaction(deps.db, async (tx) => {
    await confirmSecondFactor(tx, viewer.userId, deps.clock.now())
    await setRecoveryCodes(tx, viewer.userId, codes.map(hashOfTyped))
    await recordChange(tx, viewer, { ...selfAuditRef(viewer), action: 'totp confirm' })
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: viewer.userId }])
  })
  return { result: true, recoverycodes: codes }
}

/** Removes the second factor; requires the password and a code or a recovery code. */
export async function removeTotp(
  deps: IdentityDeps,
  viewer: Viewer,
  shown: { password: string; code: string },
): Promise<null | Refusal> {
  if (demandOf(deps, viewer.isAdmin) === 'required') return refuse('second_factor.mandatory')
  const proof = await proveSecrets(deps, viewer, {
    password: shown.password,
    code: shown.code,
    codeField: 'code',
  })
  if (isRefusal(proof)) return proof
  await inTransaction(deps.db, async (tx) => {
    await dropSecondFactor(tx, viewer.userId)
    await recordChange(tx, viewer, { ...selfAuditRef(viewer), action: 'totp remove' })
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: viewer.userId }])
  })
  return null
}

/** Verifies the password of a signed-in user and, if they have one, the second factor. */
async function proveSecrets(
  deps: IdentityDeps,
  { userId, session }: Viewer,
  { password, code, codeField }: { password: string; code: string | undefined; codeField: string },
): Promise<null | Refusal> {
  const person = await personById(deps.db, userId)
  if (!person) return refuse('session.ended')
  const wrong = await proveOwnPassword(deps, person, { password, session, field: 'password' })
  if (wrong) return wrong
  const factor = await secondFactor(deps.db, userId)
  if (!factor?.confirmed_at) return null
  if (!code) return refuse('second_factor.code_required', { field: codeField })
  return checkCode(deps, userId, { code, field: codeField, from: { session } })
}

/**
 * Returns null if the code is valid now and was not used before. Attempts are counted separately from those
 * of the password.
 */
export async function checkCode(
  deps: IdentityDeps,
  userId: string,
  { code, field, from }: { code: string; field: string; from: AttemptOrigin },
): Promise<Refusal | null> {
  const counted = await countCodeAttempt(deps, userId, from)
  if (isRefusal(counted)) return counted
  if (!(await isCode(deps, userId, code))) return refuse('second_factor.code_wrong', { field })
  await counted.succeeded()
  return null
}

async function isCode(deps: IdentityDeps, userId: string, typed: string): Promise<boolean> {
  const factor = await secondFactor(deps.db, userId)
  if (!factor) return false
  const digits = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits))
    return factor.confirmed_at !== null && useRecoveryCode(deps.db, userId, hashOfTyped(typed))
  const bytes = await deps.secrets.decrypt(factor.secret, userId)
  if (!bytes)
    throw new Error('a second factor was encrypted with another key: SECRET_KEY or the key file changed')
  const timestamp = deps.clock.now().getTime()
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = TOTP.validate({ ...totpParams, token: digits, secret, timestamp, window: tolerance })
  if (delta === null) return false
  return useStep(deps.db, userId, TOTP.counter({ period: totpParams.period, timestamp }) + delta)
}

const hashOfTyped = (code: string): Buffer => hashOf(foldTypedCode(code))

/** Verifies the user's secrets again: for ten minutes the session counts as a fresh sign-in (H13). */
export async function proveSession(
  deps: IdentityDeps,
  viewer: Viewer,
  shown: { password: string; otp?: string },
): Promise<{ result: boolean; until: string } | Refusal> {
  const wrong = await proveSecrets(deps, viewer, {
    password: shown.password,
    code: shown.otp,
    codeField: 'otp',
  })
  if (wrong) return wrong
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await setProven(tx, viewer.session, now)
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: viewer.userId }])
  })
  return { result: true, until: new Date(now.getTime() + freshLoginMinutes * 60_000).toISOString() }
}
