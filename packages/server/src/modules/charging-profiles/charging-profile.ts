import { isPayload, type Payload } from '../commands/index.ts'

/** Metadata of a profile beside its content. */
export interface ProfileHead {
  number: number
  purpose: string
  stackLevel: number
}

export const headOf = (profile: Payload): ProfileHead => ({
  number: Number(profile['chargingProfileId']),
  purpose: String(profile['chargingProfilePurpose']),
  stackLevel: Number(profile['stackLevel']),
})

/** A profile that a station has accepted, and its connector; 0 is the whole station. */
export interface Install {
  evseNo: number
  profile: Payload
}

/** Returns the profile that an accepted request installs, or null: a remote start may carry no profile. */
export function installOf(action: string, request: Payload): Install | null {
  const profile = request[profileField(action)]
  if (!isPayload(profile)) return null
  // without a connector the station chooses one and does not report it
  const { connectorId = 0 } = request
  return { evseNo: Number(connectorId), profile }
}

export const profileField = (action: string): string =>
  action === 'SetChargingProfile' ? 'csChargingProfiles' : 'chargingProfile'

/** Returns the number of a stored profile if the request gives nothing but this number, otherwise null. */
export function storedNumber(profile: unknown): number | null {
  if (!isPayload(profile)) return null
  const { chargingProfileId: number, transactionId: _transaction, ...rest } = profile
  return Number.isSafeInteger(number) && Object.keys(rest).length === 0 ? (number as number) : null
}

/** Selection of installed profiles by a ClearChargingProfile; null does not restrict. */
export interface ClearFilter {
  number: number | null
  evseNo: number | null
  purpose: string | null
  stackLevel: number | null
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * Reads the selection of a ClearChargingProfile. With an id the other fields do not count (OCPP 1.6, 3.13.4
 * and 6.13).
 */
export function clearFilterOf(request: Payload): ClearFilter {
  const id = numberOrNull(request['id'])
  if (id !== null) return { number: id, evseNo: null, purpose: null, stackLevel: null }
  const purpose = request['chargingProfilePurpose']
  return {
    number: null,
    evseNo: numberOrNull(request['connectorId']),
    purpose: typeof purpose === 'string' ? purpose : null,
    stackLevel: numberOrNull(request['stackLevel']),
  }
}
