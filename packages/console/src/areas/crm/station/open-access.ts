import type { Station } from '../../../features/stations/station-columns.tsx'

/** Whether the station is let in without its key at this moment (milliseconds since 1970). */
export const isOpenWithoutKey = ({ authmode, openuntil }: Station, now: number): boolean =>
  authmode === 'open' && openuntil !== null && Date.parse(openuntil) > now
