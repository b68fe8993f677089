// Transfers: firmware updates and uploads of diagnostics and logs, with the steps that the station told. The file
// itself goes between the station and the named address, not through here.
export { transferEffects } from './effects.ts'
export { transfersHttp } from './http.ts'
export { transfers16 } from './ocpp16.ts'
