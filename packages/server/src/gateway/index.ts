// Station side: sockets, frames, the order of calls and commands. Has no business rules and no SQL; its
// dependencies are declared in ports.ts and provided by app.ts.
export { Gateway } from './gateway.ts'
export type { GatewayOptions, GatewayPorts } from './ports.ts'
