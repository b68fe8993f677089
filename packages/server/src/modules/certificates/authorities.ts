import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import type { CertificateAuthority } from './authority.ts'
import { createAuthority, internalAuthority } from './internal-authority.ts'
import { insertAuthority, lockAuthority, readAuthorities } from './store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock' | 'secrets'>

/** Milliseconds before its expiry at which an authority is replaced: certificates of stations end before it. */
const replaceMs = 2 * 365 * 86_400_000

const owner = (id: string) => `certificate authority ${id}`

/** Accepted authorities, so that a change of the root is repeated only after a former one was retired. */
const maxAccepted = 5

/** Returns the authority that issues certificates; creates one if there is none, or only one that expires soon. */
export const presentAuthority = async (deps: Deps): Promise<CertificateAuthority> =>
  (await findAuthority(deps, deps.db)) ??
  inTransaction(deps.db, async (tx) => {
    await lockAuthority(tx)
    // another process may have created it
    return (await findAuthority(deps, tx)) ?? addAuthority(deps, tx)
  })

/** Returns the authority that issues certificates; null if there is none. */
export async function findAuthority({ clock, secrets }: Deps, db: Db): Promise<CertificateAuthority | null> {
  const now = clock.now()
  for (const stored of await readAuthorities(db, now)) {
    if (stored.expiresAt.getTime() - now.getTime() <= replaceMs) continue
    // null if encrypted with another SECRET_KEY: its certificates remain valid, another authority issues the next ones
    const key = await secrets.decrypt(stored.key, owner(stored.id))
    if (key) return internalAuthority({ ...stored, key })
  }
  return null
}

async function addAuthority({ clock, secrets }: Deps, tx: Tx): Promise<CertificateAuthority> {
  const now = clock.now()
  const id = newId(now.getTime())
  const { commonName, certificate, key, expiresAt } = await createAuthority(now)
  await insertAuthority(tx, {
    id,
    common_name: commonName,
    certificate,
    key_encrypted: await secrets.encrypt(key, owner(id)),
    created_at: now,
    expires_at: expiresAt,
  })
  return internalAuthority({ id, certificate, key })
}

/** Creates an authority that issues the certificates from now on. */
export async function replaceAuthority(deps: Deps, tx: Tx): Promise<CertificateAuthority | Refusal> {
  await lockAuthority(tx)
  const accepted = await readAuthorities(tx, deps.clock.now())
  if (accepted.length >= maxAccepted) return refuse('certificate.authority_limit', { limit: maxAccepted })
  return addAuthority(deps, tx)
}

/** Returns the authorities whose certificates are accepted, as PEM. */
export const acceptedAuthorities = async ({ db, clock }: Deps): Promise<string[]> =>
  (await readAuthorities(db, clock.now())).map(({ certificate }) => certificate)
