// Station side: sockets, frames, the order of calls and commands. Has no business rules and no SQL; its
// required functions are declared in services.ts and provided by open-gateway.ts.
export { Gateway } from './gateway.ts'
export type { EndedCall, GatewayOptions } from './options.ts'
export type { GatewayServices } from './services.ts'
export { TlsListener, type TlsLimits, type TlsState } from './tls-listener.ts'
