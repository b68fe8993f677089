import type { Station } from '../../../features/stations/station-columns.tsx'

/** Returns true if the station is admitted without its key at this time (ms since 1970). */
export const isOpenWithoutKey = ({ authmode, openuntil }: Station, now: number): boolean =>
  authmode === 'open' && openuntil !== null && Date.parse(openuntil) > now
