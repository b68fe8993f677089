// Stations: what they are, where, how they may connect, and what they told of themselves; their connectors.
// Not here: charging sessions (transactions), what we ask of stations (commands).
export { visibleStationIds } from './edit-store.ts'
export { stationsHttp } from './http.ts'
