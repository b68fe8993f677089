import type { Pool } from 'pg'
import { gather } from '../../storage/gather.ts'
import {
  type ChangedByPeople,
  type DoorWire,
  findCandidates,
  forgetDeadProcesses,
  readChanges,
  registerConnections,
} from './door-store.ts'
import type { Admission, CandidateStation, Connection, Credentials, Registration } from './door.ts'
import { isStationKey } from './station-key.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
const noHash = Buffer.alloc(32)

/** ChangeConfiguration carries a key as hexadecimal text; some stations then sign in with that text. */
function spellings(key: Buffer): Buffer[] {
  const text = key.toString('latin1')
  const isHex = /^(?:[\da-f]{2}){16,20}$/i.test(text)
  return isHex ? [key, Buffer.from(text, 'hex')] : [key]
}

/** The station that the credentials prove, or why not. Takes as long for an identity that does not exist. */
export function judge(candidate: CandidateStation | null, credentials: Credentials, now: Date): Admission {
  const { accountCode, identity, basic } = credentials
  const keys = candidate?.keys ?? []
  const key = basic?.key ?? Buffer.alloc(0)
  const matching = keys.filter(({ hash }) =>
    spellings(key).some((bytes) => isStationKey(hash, candidate?.id ?? nobody, bytes)),
  )
  if (keys.length === 0) isStationKey(noHash, nobody, key)
  const refused = { refused: 'credentials' } as const
  if (!candidate || candidate.state === 'deleted') return refused
  if (accountCode !== null && accountCode !== candidate.accountCode) return refused
  const isOpen =
    candidate.authMode === 'open' &&
    candidate.openUntil !== null &&
    candidate.openUntil > now &&
    basic === null
  const [proved] = matching
  if (!isOpen && (!proved || basic?.user !== identity)) return refused
  if (candidate.state === 'disabled') return { refused: 'disabled' }
  return {
    stationId: candidate.id,
    accountId: candidate.accountId,
    identity: candidate.identity,
    mayOmitSubprotocol: candidate.mayOmitSubprotocol,
    freshKeyId: proved && !proved.isUsed ? proved.id : null,
  }
}

export interface DoorDeps {
  pool: Pool
  /** As other processes see it among the connections of the database. */
  processName: string
  wire: DoorWire
}

/** What the gateway asks about stations: who knocks, who is in, what changed. */
export interface StationDoor {
  admit(credentials: Credentials, now: Date): Promise<Admission>
  register(connection: Connection): Promise<Registration | null>
  changes(stationId: string): Promise<ChangedByPeople | null>
  /** Sets stations offline whose process is gone and that were not heard of for so long. */
  forgetDead(silentSeconds: number): Promise<{ id: string; accountId: string }[]>
}

export function stationDoor({ pool, processName, wire }: DoorDeps): StationDoor {
  const candidate = gather((identities: string[]) => findCandidates(pool, identities))
  const register = gather(
    (connections: Connection[]) => registerConnections(pool, processName, connections, wire),
    { apart: ({ stationId }) => stationId },
  )
  const changes = gather((ids: string[]) => readChanges(pool, ids))
  return {
    admit: async (credentials, now) => judge(await candidate(credentials.identity), credentials, now),
    register,
    changes,
    forgetDead: (silentSeconds) => forgetDeadProcesses(pool, silentSeconds),
  }
}
