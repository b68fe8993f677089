// Journal: the messages between stations and the server, call by call. Written by the gateway with the facts
// of each call, retained for a limited time, dropped by whole days. Not here: actions of users.
export { journalHttp } from './http.ts'
