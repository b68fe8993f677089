import { useMemo } from 'react'
import { session, useUser, userOf } from './session.ts'

interface Named {
  id: string
  identity: string
  accountcode: string
}

/** Returns the code of a station's account if it is not that of the viewer; null without a viewer. */
export function otherAccount(station: Pick<Named, 'accountcode'>, own: string | undefined): string | null {
  return own === undefined || station.accountcode === own ? null : station.accountcode
}

/**
 * Returns the name of a station in an address: its identity in the viewer's own account, its id in any other,
 * where the identity may not be unique.
 */
export const stationName = (station: Named, own: string | undefined): string =>
  otherAccount(station, own) === null ? station.identity : station.id

export function useStationName(): (station: Named) => string {
  const own = useOwnAccount()
  return useMemo(() => (station: Named) => stationName(station, own), [own])
}

/** Returns the code of the viewer's account. */
export const useOwnAccount = (): string | undefined => useUser()?.account.code

/** Returns the same outside a component. */
export function ownAccount(): string | undefined {
  const present = session()
  return userOf(present)?.account.code
}

/**
 * Finds the station that an address names, by id or identity. If several have the identity, the one of the
 * viewer's own account is returned; null if that is ambiguous.
 */
export function stationNamed<S extends Named>(
  stations: readonly S[],
  name: string,
  own: string | undefined,
): S | null {
  const found = stations.filter(({ id, identity }) => identity === name || id === name)
  const isOwn = (station: S): boolean => station.accountcode === own
  return found.find(isOwn) ?? (found.length === 1 ? found[0]! : null)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns true if a name in an address may be an id; an identity may look like one, too. */
export const isLikeId = (name: string): boolean => uuid.test(name)
