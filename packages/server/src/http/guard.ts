import { classUse, type Endpoint, freshLoginMinutes, mayUse } from '@stationmaster/contract'
import { type Refusal, refuse } from '../shared/refusal.ts'
import type { AuthContext, Verb, Viewer } from '../shared/scope.ts'
import { isOpenArea } from './may-list.ts'
import type { Caller } from './viewer.ts'
import type { WebCall } from './web-call.ts'

interface Question {
  row: Endpoint
  caller: Caller | null
  body: unknown
  call: WebCall
  now: Date
}

/** Requests allowed to a session that must change its password or set up two-factor authentication first. */
const allowedFirst: Record<NonNullable<AuthContext['mustFirst']>, readonly string[]> = {
  change_password: ['/user/password', '/sign/out'],
  enrol_totp: [
    '/user/totp/get',
    '/user/totp/begin',
    '/user/totp/confirm',
    '/user/password',
    '/session/prove',
    '/sign/out',
  ],
}
const firstNo: Record<NonNullable<AuthContext['mustFirst']>, Refusal> = {
  change_password: refuse('sign_in.password_change_required'),
  enrol_totp: refuse('sign_in.second_factor_required'),
}

/**
 * Authorizes a request of a signed-in user in one place: address, required actions, areas, rights by class,
 * and whether the sign-in is fresh enough. Returns null if it is allowed.
 */
export function guard({ row, caller, body, call, now }: Question): Refusal | null {
  if (caller?.kind !== 'person') return null
  const { auth, viewer } = caller
  const first = auth.mustFirst
  if (first && !allowedFirst[first].includes(row.path)) return firstNo[first]
  const refusal = refusalByRights(row, viewer, body)
  if (refusal) return refusal
  const needsProof = typeof row.fresh === 'function' ? row.fresh(body, call.params) : row.fresh
  return needsProof && !isFresh(auth, now)
    ? refuse('sign_in.fresh_required', { minutes: freshLoginMinutes })
    : null
}

/** Returns the refusal of a request by the areas of the user and the rights by class; null if they allow it. */
export function refusalByRights(row: Endpoint, viewer: Viewer, body: unknown): Refusal | null {
  const use = classUse(row, body)
  if (!isOpenArea(viewer, row.use.areas)) return refuse('access.area_closed')
  return use && !mayUse(viewer.rights, use, body)
    ? refuse(`access.cannot_${verbNames[use.verb]}`, { class: use.classCode })
    : null
}

/** Returns true if a user may work from this address, regardless of the request. */
export const mayWork = (auth: AuthContext, address: string): boolean =>
  auth.mustFirst === null && auth.isIpAllowed(address)

const verbNames = { a: 'use', c: 'create', s: 'see', u: 'change', d: 'delete' } as const satisfies Record<
  Verb,
  string
>

const isFresh = ({ provenAt }: AuthContext, now: Date): boolean =>
  now.getTime() - provenAt.getTime() < freshLoginMinutes * 60_000
