import type { Pool } from 'pg'
import { batch } from '../../storage/batch.ts'
import { CandidateCache } from './candidate-cache.ts'
import {
  type ChangedByUsers,
  type NotifyChannels,
  findCandidates,
  forgetDeadProcesses,
  readChanges,
  registerConnections,
} from './admission-store.ts'
import type {
  Admission,
  AdmissionRefusal,
  CandidatePlace,
  CandidateStation,
  Connection,
  Credentials,
  Registration,
} from './admission.ts'
import { isStationKey } from './station-key.ts'

const noUserId = '00000000-0000-0000-0000-000000000000'
const noHash = Buffer.alloc(32)

/** ChangeConfiguration carries a key as hexadecimal text; some stations then sign in with that text. */
function spellings(key: Buffer): Buffer[] {
  const text = key.toString('latin1')
  const isHex = /^(?:[\da-f]{2}){16,20}$/i.test(text)
  return isHex ? [key, Buffer.from(text, 'hex')] : [key]
}

const provedKey = (candidate: CandidateStation, key: Buffer) =>
  candidate.keys.find(({ hash }) => spellings(key).some((bytes) => isStationKey(hash, candidate.id, bytes)))

/**
 * Returns the station that the credentials prove, or why there is none. On the short address several stations may have
 * the identity: then the key decides. Takes as long for an identity that does not exist as for a wrong key.
 */
export function authenticate(place: CandidatePlace, credentials: Credentials, now: Date): Admission {
  const { candidates } = place
  const { accountCode, identity, basic } = credentials
  const key = basic?.key ?? Buffer.alloc(0)
  // without a shortcut: every key of every candidate is compared
  const proofs = candidates.map((candidate) => ({ candidate, key: provedKey(candidate, key) }))
  if (candidates.every(({ keys }) => keys.length === 0))
    spellings(key).some((bytes) => isStationKey(noHash, noUserId, bytes))
  const proof = proofs.find((one) => one.key !== undefined)
  const station = proof?.candidate ?? (candidates.length === 1 ? candidates[0] : undefined)
  const refuse = (refused: AdmissionRefusal, about = station): Admission => ({
    refused,
    stationId: about?.id ?? null,
    accountId: about?.accountId ?? place.accountId,
  })
  if (accountCode !== null && place.accountId === null)
    return proof ? refuse('wrong_account') : { refused: 'wrong_account', stationId: null, accountId: null }
  if (candidates.length === 0) return refuse('unknown')
  if (!station) return refuse('ambiguous')
  if (!proof) {
    if (basic !== null) return refuse('wrong_key')
    if (station.authMode !== 'open' || station.openUntil === null) return refuse('no_credentials')
    if (station.openUntil <= now) return refuse('open_access_expired')
  } else if (basic?.user !== identity) return refuse('wrong_user')
  if (station.state === 'disabled') return refuse('disabled')
  return {
    stationId: station.id,
    accountId: station.accountId,
    identity: station.identity,
    mayOmitSubprotocol: station.mayOmitSubprotocol,
    freshKeyId: proof?.key && !proof.key.isUsed ? proof.key.id : null,
  }
}

export interface StationAuthenticationDeps {
  pool: Pool
  /** As other processes see it among the connections of the database. */
  processName: string
  wire: NotifyChannels
}

/** What the gateway asks about stations: who knocks, who is in, what changed. */
export interface StationAuthentication {
  admit(credentials: Credentials, now: Date): Promise<Admission>
  /** As `admit`, by what was read within the last seconds. Null: too many wait, nothing was read. */
  precheck(credentials: Credentials, now: Date): Promise<Admission | null>
  /** Stations have changed: what was read of them for `precheck` is out of date. */
  changed(): void
  register(connection: Connection): Promise<Registration | null>
  changes(stationId: string): Promise<ChangedByUsers | null>
  /** Sets stations offline whose process is gone and that were not heard of for so long. */
  forgetDead(silentSeconds: number): Promise<{ id: string; accountId: string }[]>
}

export function stationAuthentication({
  pool,
  processName,
  wire,
}: StationAuthenticationDeps): StationAuthentication {
  const candidates = batch((places: Credentials[]) => findCandidates(pool, places))
  const cache = new CandidateCache((places) => findCandidates(pool, places))
  const register = batch(
    (connections: Connection[]) => registerConnections(pool, processName, connections, wire),
    { apart: ({ stationId }) => stationId },
  )
  const changes = batch((ids: string[]) => readChanges(pool, ids))
  return {
    admit: async (credentials, now) => authenticate(await candidates(credentials), credentials, now),
    precheck: async (credentials, now) => {
      const place = await cache.get(credentials)
      return place && authenticate(place, credentials, now)
    },
    changed: () => cache.clear(),
    register,
    changes,
    forgetDead: (silentSeconds) => forgetDeadProcesses(pool, silentSeconds),
  }
}
