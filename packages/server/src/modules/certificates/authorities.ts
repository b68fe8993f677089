import { newId } from '../../shared/ids.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import type { CertificateAuthority } from './authority.ts'
import { createAuthority, internalAuthority } from './internal-authority.ts'
import { insertAuthority, lockAuthority, readAuthorities } from './store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock' | 'secrets'>

/** Milliseconds before its expiry at which an authority is replaced: certificates of stations end before it. */
const replaceMs = 2 * 365 * 86_400_000

const owner = (id: string) => `certificate authority ${id}`

/** Returns the authority that issues certificates; creates one if there is none, or only one that expires soon. */
export function presentAuthority(deps: Deps): Promise<CertificateAuthority> {
  return inTransaction(deps.db, async (tx) => {
    await lockAuthority(tx)
    const now = deps.clock.now()
    const [newest] = await readAuthorities(tx, now)
    if (newest && newest.expiresAt.getTime() - now.getTime() > replaceMs) {
      const key = await deps.secrets.decrypt(newest.key, owner(newest.id))
      // encrypted with another SECRET_KEY: the certificates remain valid, a new authority issues the next ones
      if (key) return internalAuthority({ ...newest, key })
    }
    const id = newId(now.getTime())
    const { commonName, certificate, key, expiresAt } = await createAuthority(now)
    await insertAuthority(tx, {
      id,
      common_name: commonName,
      certificate,
      key_encrypted: await deps.secrets.encrypt(key, owner(id)),
      created_at: now,
      expires_at: expiresAt,
    })
    return internalAuthority({ id, certificate, key })
  })
}

/** Returns the authorities whose certificates are accepted, as PEM. */
export const acceptedAuthorities = async ({ db, clock }: Deps): Promise<string[]> =>
  (await readAuthorities(db, clock.now())).map(({ certificate }) => certificate)
