/**
 * Maximum number of unmatched stops per station that wait in memory for their start; older ones wait for a
 * user.
 */
export const maxOrphanStops = 20
