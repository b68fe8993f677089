import type { AnswerOf, userIdentityList } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { OpenIdProvider } from '../../shared/config.ts'
import { selfAuditRef } from '../identity/index.ts'
import type { OpenIdDeps } from './deps.ts'
import { linksOf, lockPerson, removeLink } from './store.ts'

type Deps = Pick<OpenIdDeps, 'db' | 'providers'>

const linkNotFound = refuse('openid.link_not_found', { field: 'id' })
const lastSignInMethod = refuse('openid.last_sign_in', { field: 'id' })

const providerOf = ({ providers }: Deps, issuer: string): OpenIdProvider | undefined =>
  providers.find((one) => one.issuer === issuer)

const nameOf = (deps: Deps, issuer: string): string =>
  providerOf(deps, issuer)?.name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer)

/** Returns the external accounts with which the user signs in. */
export async function ownLinks(deps: Deps, { userId }: Viewer): Promise<AnswerOf<typeof userIdentityList>> {
  return (await linksOf(deps.db, userId)).map((link) => ({
    id: link.id,
    provider: providerOf(deps, link.issuer)?.code ?? null,
    name: nameOf(deps, link.issuer),
    created: link.created_at.toISOString(),
    lastused: link.last_used_at.toISOString(),
  }))
}

/**
 * Removes one link, unless it is the last way to sign in: a password or a link to a configured provider must
 * remain.
 */
export const removeOwnLink = (deps: Deps, viewer: Viewer, id: string): Promise<{ result: true } | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    // of two concurrent removals the second sees the result of the first
    const person = await lockPerson(tx, viewer.userId)
    const links = await linksOf(tx, viewer.userId)
    const link = links.find((one) => one.id === id)
    if (!link) return linkNotFound
    const others = links.filter((one) => one !== link && providerOf(deps, one.issuer))
    if (!person?.has_password && others.length === 0) return lastSignInMethod
    await removeLink(tx, link.issuer, link.subject)
    await recordChange(tx, viewer, {
      ...selfAuditRef(viewer),
      action: 'unlink',
      before: { provider: nameOf(deps, link.issuer) },
    })
    return { result: true }
  })
