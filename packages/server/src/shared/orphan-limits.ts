/** So many stops of a station that matched nothing wait in memory for their start; the older ones wait for a user. */
export const mostOrphanStops = 20
