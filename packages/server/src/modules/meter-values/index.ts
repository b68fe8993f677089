// Meter values: what stations measure, stored as samples; the newest readings for live views. Not here: the
// energy of a session, which is computed from its start and stop (transactions).
export { meterValues16, type MeterDeps } from './ocpp16.ts'
export { readMeterValues, type Sample } from './samples.ts'
export { kindsOf, storeSamples } from './store-samples.ts'
export { meterValuesHttp } from './http.ts'
