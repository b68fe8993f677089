// Connection attempts: a bounded record of rejected handshakes of stations, for users who set up stations.
// Not here: the decision to reject (gateway, stations) and messages of accepted connections (OCPP log).
export { connectionAttemptsHttp } from './http.ts'
export { connectionAttemptsJobs } from './jobs.ts'
export { AttemptRecorder } from './attempt-recorder.ts'
