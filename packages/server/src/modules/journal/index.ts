// Journal: what was said between stations and us, call by call. Written by the gateway with the facts of each call,
// kept for a time, dropped by whole days. Not here: what people do.
export { journalHttp } from './http.ts'
