// Transfers: firmware updates and uploads of diagnostics and logs, with the steps reported by the station.
// The file itself is transferred between the station and the given address, not through the server.
export { transferEffects } from './effects.ts'
export { transfersHttp } from './http.ts'
export { transfers16 } from './ocpp16.ts'
