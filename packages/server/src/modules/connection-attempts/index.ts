// Connection attempts: a bounded record of rejected handshakes of stations, for the people who set stations up. Not
// here: the decision to reject (gateway, stations) and messages of connections that were accepted (OCPP log).
export { connectionAttemptsHttp } from './http.ts'
export { connectionAttemptsJobs } from './jobs.ts'
export { AttemptRecorder } from './attempt-recorder.ts'
