import {
  type CryptoKey,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Clock } from '../../shared/clock.ts'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { insertSigningKey, retireSigningKeys, signingKeys } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Claims of a token. It is a handle on a session row and carries no rights of its own. */
export interface Claims {
  session: string
  clientId: string
  tokenNo: number
}

const algorithm = 'ES256'
const issuer = 'stationmaster'
const type = 'at+jwt'
/** Days for which a key signs; tokens of older keys stay valid until they expire. */
const keyDays = 90
const dayMs = 86_400_000
const leewaySeconds = 30
/** Minimum time in ms between two reloads caused by tokens with an unknown key id. */
const reloadMs = 10_000
/** Maximum time in ms for which a process signs with a key that another process has replaced. */
const refreshMs = 10 * 60_000

interface Key {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
}

/** Signs and checks access tokens with keys stored in the database, which all processes share. */
export class KeyRing {
  private keys = new Map<string, Key>()
  private newest: Key | null = null
  private loadedMs = Number.NEGATIVE_INFINITY
  private readonly db: Db
  private readonly clock: Clock
  private readonly clientIds: readonly string[]

  constructor(db: Db, clock: Clock, clientIds: readonly string[]) {
    this.db = db
    this.clock = clock
    this.clientIds = clientIds
  }

  /**
   * Loads the keys; creates one if there is none or the newest is too old, and retires keys that are no
   * longer needed.
   */
  async open(): Promise<void> {
    const now = this.clock.now()
    const tooOld = new Date(now.getTime() - keyDays * dayMs)
    const known = await signingKeys(this.db)
    if (!known.some((key) => key.created_at > tooOld)) await this.makeKey(now)
    // other processes may sign with the old key for minutes, and the longest token is valid for a day
    await retireSigningKeys(this.db, new Date(now.getTime() - 2 * dayMs), now)
    await this.load()
  }

  /** Signs with a new key from now on; tokens of older keys stay valid until they expire. */
  async rotate(): Promise<{ kid: string; keys: number }> {
    await this.makeKey(this.clock.now())
    await this.load()
    return { kid: this.newest!.kid, keys: this.keys.size } // inserted above
  }

  private async makeKey(now: Date): Promise<void> {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const jwk = await exportJWK(pair.privateKey)
    await insertSigningKey(this.db, newId(now.getTime()), { jwk: JSON.stringify(jwk), at: now })
  }

  private async load(): Promise<void> {
    this.loadedMs = this.clock.monotonicMs()
    const rows = await signingKeys(this.db)
    const keys = await Promise.all(rows.map((row) => readKey(row.kid, row.jwk as JWK)))
    this.keys = new Map(keys.map((key) => [key.kid, key]))
    this.newest = keys.at(-1) ?? null
  }

  async sign(claims: Claims, seconds: number): Promise<string> {
    // Another process may have created a newer key. Not awaited: the caller may hold the only connection of
    // the pool, and while the database is unavailable the known key can be used.
    if (this.clock.monotonicMs() - this.loadedMs > refreshMs) void this.load().catch(() => {})
    const key = this.newest
    if (!key) throw new Error('the key ring is not open')
    const now = Math.floor(this.clock.now().getTime() / 1000)
    return new SignJWT({ no: claims.tokenNo })
      .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: type })
      .setIssuer(issuer)
      .setAudience(claims.clientId)
      .setSubject(claims.session)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + seconds)
      .sign(key.privateKey)
  }

  /** Returns the claims of a token that this installation issued; refuses with `forbidden` if it has expired. */
  async check(token: string): Promise<Claims | Refusal> {
    try {
      const { payload } = await jwtVerify(token, async ({ kid }) => (await this.keyOf(kid)).publicKey, {
        algorithms: [algorithm],
        issuer,
        audience: [...this.clientIds],
        typ: type,
        requiredClaims: ['sub', 'exp', 'nbf', 'aud', 'no'],
        clockTolerance: leewaySeconds,
        currentDate: this.clock.now(),
      })
      const { sub = '', aud, no } = payload
      return { session: sub, clientId: String(aud), tokenNo: Number(no) }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return refuse('token.expired')
      if (error instanceof errors.JOSEError) return refuse('token.invalid')
      throw error
    }
  }

  private async keyOf(kid: string | undefined): Promise<Key> {
    const known = this.keys.get(kid ?? '')
    if (known) return known
    if (this.clock.monotonicMs() - this.loadedMs > reloadMs) await this.load()
    const found = this.keys.get(kid ?? '')
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found
  }
}

async function readKey(kid: string, jwk: JWK): Promise<Key> {
  const { d: _secret, ...open } = jwk
  // ES256 keys are never raw bytes
  return {
    kid,
    privateKey: (await importJWK(jwk, algorithm)) as CryptoKey,
    publicKey: (await importJWK(open, algorithm)) as CryptoKey,
  }
}
