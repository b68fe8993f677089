// Stations: who they are, how they sign in, what they tell of themselves and of their connectors. Not here: what
// is charged at them (transactions), what they are told to do (commands).
export type { AcceptedBoot } from './boot-notification.ts'
export { mayTalk } from './boot.ts'
export { stations16, type StationDeps } from './ocpp16.ts'
export { hashStationKey, makeStationKey } from './station-key.ts'
export { stationDoor } from './station-door.ts'
export { accountOfStation, isStationVisible, visibleStationIds } from './edit-store.ts'
export { stationsHttp } from './http.ts'
export { type ConnectorAsks, connectorSubject } from './connector-subject.ts'
export { stationSubject } from './station-subject.ts'
export { accountLink } from './identity.ts'
export { connectorSource } from './connector-list-store.ts'
export { stationSource, visibleStations } from './station-list-store.ts'
