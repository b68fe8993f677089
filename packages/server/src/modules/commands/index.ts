// Commands: what we ask of stations. A command is a row with states; the process that holds the station's socket
// fetches it, sends one at a time and tells what became of it. What an answer means for another subject
// (reservations, local lists ...) is that subject's effect, run in the transaction of the command's row.
export { findConnector, findOfferedConnector, findOwnCard } from './connector-store.ts'
export { type Commands, createCommands } from './create-commands.ts'
export type { Outcome } from './command.ts'
export type { Asker, CommandEffect, CommandEnd, CommandFacts, QueuedCommand } from './effects.ts'
export { commandsHttp } from './http.ts'
export { commandJobs } from './jobs.ts'
export { commandSource, visibleCommands } from './list-store.ts'
export { maskRequest, maskResponse } from './masking.ts'
export { isPayload, type Payload } from './payload.ts'
export type { SentRun } from './send-command.ts'
