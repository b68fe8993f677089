// The stations' door: sockets, frames, the order of calls and commands. Knows no subject and no SQL; what it needs
// is in ports.ts and comes from app.ts.
export { Gateway, type GatewayDeps } from './gateway.ts'
export type { GatewayOptions } from './options.ts'
export type { QueuedCommand, CommandOutcome, GatewayPorts, Registration } from './ports.ts'
