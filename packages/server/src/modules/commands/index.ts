// Commands: calls from the server to stations. A command is a row with a state; the process that holds the
// station's connection fetches it, sends one at a time and reports the outcome. The effect of an answer on
// another subject (reservations, local lists ...) is implemented by that subject and runs in the transaction
// of the command's row.
export { findConnector, connectorNotFound, findOwnCard } from './connector-store.ts'
export { startCharging, stopCharging } from './remote-start.ts'
export { runOnConnector } from './run-on-connector.ts'
export { type Commands, createCommands } from './create-commands.ts'
export type { Outcome } from './command.ts'
export type { Asker, CommandEffect, CommandEnd, CommandFacts, QueuedCommand } from './effects.ts'
export { commandsHttp } from './http.ts'
export { commandJobs } from './jobs.ts'
export { commandSource, visibleCommands } from './list-store.ts'
export { maskRequest, maskResponse } from './masking.ts'
export { isPayload, type Payload } from './payload.ts'
export { refuseProblem } from './refuse-problem.ts'
export type { SentRun } from './send-command.ts'
