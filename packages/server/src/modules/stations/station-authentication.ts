import type { Pool } from 'pg'
import { batch } from '../../storage/batch.ts'
import { CandidateCache } from './candidate-cache.ts'
import {
  type NotifyChannels,
  findCandidates,
  findSilent,
  markLostOffline,
  markOrphansOffline,
  readChanges,
  registerConnections,
} from './admission-store.ts'
import type {
  Admission,
  AdmissionRefusal,
  AdmittedConnection,
  ClientCertificate,
  Credentials,
  SecurityProfile,
  StationAdmission,
} from '../../shared/admission.ts'
import type { CandidatePlace, CandidateStation } from './admission.ts'
import { isStationKey } from './station-key.ts'

const dummyStationId = '00000000-0000-0000-0000-000000000000'
const dummyHash = Buffer.alloc(32)

/** Bytes of a key of the security whitepaper (A00.FR.205). */
const usualKey = { least: 16, most: 20 }

/**
 * Returns the keys that a given key may mean: ChangeConfiguration sends a key as hexadecimal text, and some
 * stations then use that text as the key. Text of another length is stored as it is, but a station may use the bytes
 * of its digits.
 */
function spellings(key: Buffer): Buffer[] {
  const text = key.toString('latin1')
  const isHex = /^(?:[\da-f]{2}){16,20}$/i.test(text)
  if (isHex) return [key, Buffer.from(text, 'hex')]
  if (key.length >= usualKey.least && key.length <= usualKey.most) return [key]
  const digits = key.toString('hex')
  return [key, Buffer.from(digits), Buffer.from(digits.toUpperCase())]
}

const provedKey = (candidate: CandidateStation, key: Buffer) =>
  candidate.keys.find(({ hash }) => spellings(key).some((bytes) => isStationKey(hash, candidate.id, bytes)))

/**
 * Returns the station that the credentials prove, or the reason for the refusal. On the short address several
 * stations may have the identity: then the key decides. Takes as long for an unknown identity as for a wrong
 * key.
 */
export function authenticate(place: CandidatePlace, credentials: Credentials, now: Date): Admission {
  const { candidates } = place
  const { accountCode, identity, basic } = credentials
  const key = basic?.key ?? Buffer.alloc(0)
  // constant time: every key of every candidate is compared
  const proofs = candidates.map((candidate) => ({ candidate, key: provedKey(candidate, key) }))
  if (candidates.every(({ keys }) => keys.length === 0))
    spellings(key).some((bytes) => isStationKey(dummyHash, dummyStationId, bytes))
  const proof = proofs.find((one) => one.key !== undefined)
  const certified = candidates.filter((candidate) => isCertifiedBy(credentials.certificate, candidate, place))
  const station =
    proof?.candidate ??
    (certified.length === 1 ? certified[0] : undefined) ??
    (candidates.length === 1 ? candidates[0] : undefined)
  const isCertified = station !== undefined && certified.includes(station)
  const refuse = (refused: AdmissionRefusal, about = station): Admission => ({
    refused,
    stationId: about?.id ?? null,
    accountId: about?.accountId ?? place.accountId,
  })
  const admitOf = (securityProfile: SecurityProfile): Admission => {
    if (!station) return refuse('unknown')
    if (station.state === 'disabled') return refuse('disabled')
    // an operator has allowed a station without a key, so it counts as one with a key
    if (Math.max(securityProfile, 1) < station.securityProfile) return refuse('lower_profile')
    return {
      stationId: station.id,
      accountId: station.accountId,
      identity: station.identity,
      mayOmitSubprotocol: station.mayOmitSubprotocol,
      keyId: proof?.key?.id ?? null,
      isKeyFresh: proof?.key?.isUsed === false,
      usedCertificate:
        isCertified && credentials.certificate?.isOwn ? credentials.certificate.fingerprint : null,
      securityProfile,
      ...(securityProfile === 0 && station.openUntil && { openUntil: station.openUntil }),
    }
  }
  if (accountCode !== null && place.accountId === null)
    return proof || isCertified
      ? refuse('wrong_account')
      : { refused: 'wrong_account', stationId: null, accountId: null }
  if (candidates.length === 0) return refuse('unknown')
  if (!station) return refuse('ambiguous')
  // the certificate proves the station, whatever else was sent
  if (isCertified) return admitOf(3)
  if (!proof) {
    if (basic !== null) return refuse('wrong_key')
    if (credentials.certificate) return refuse(certificateProblem(credentials.certificate))
    if (station.authMode !== 'open' || station.openUntil === null) return refuse('no_credentials')
    if (station.openUntil <= now) return refuse('open_access_expired')
  } else if (basic?.user !== identity) return refuse('wrong_user')
  return admitOf(proof ? (credentials.isEncrypted ? 2 : 1) : 0)
}

/**
 * Returns true if a valid client certificate has the identity of the station as its common name. One of this
 * server must have been issued to the station: stations of several accounts may have the same identity.
 */
const isCertifiedBy = (
  certificate: ClientCertificate | null,
  { id, identity }: CandidateStation,
  { issuedTo }: CandidatePlace,
): boolean =>
  certificate?.problem === null &&
  certificate.commonName === identity &&
  (!certificate.isOwn || issuedTo === id)

const certificateProblem = ({ problem }: ClientCertificate): AdmissionRefusal =>
  problem === null ? 'other_certificate' : `${problem}_certificate`

export interface StationAuthenticationDeps {
  pool: Pool
  /** Application name under which other processes see its database connections. */
  processName: string
  wire: NotifyChannels
}

/** Authentication, registration and changes of stations, for the gateway. */
interface StationAuthentication extends StationAdmission {
  /** Call it if stations changed: clears the data that `precheck` uses. */
  changed(): void
  /** Marks stations offline whose process has ended and that were not heard from for this long. */
  markOrphansOffline(silentSeconds: number): Promise<void>
  /** Marks stations offline that this process has registered, but does not have, and that were not heard from for this long. */
  markLostOffline(silentSeconds: number, isConnected: (stationId: string) => boolean): Promise<void>
}

export function stationAuthentication({
  pool,
  processName,
  wire,
}: StationAuthenticationDeps): StationAuthentication {
  const candidates = batch((places: Credentials[]) => findCandidates(pool, places))
  const cache = new CandidateCache((places) => findCandidates(pool, places))
  const register = batch(
    (connections: AdmittedConnection[]) => registerConnections(pool, connections, { processName, wire }),
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
    markOrphansOffline: (silentSeconds) => markOrphansOffline(pool, silentSeconds),
    markLostOffline: async (silentSeconds, isConnected) => {
      const silent = await findSilent(pool, processName, silentSeconds)
      // a station that connects from now on gets a higher epoch
      await markLostOffline(
        pool,
        silent.filter(({ id }) => !isConnected(id)),
      )
    },
  }
}
