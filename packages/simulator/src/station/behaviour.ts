import type { CallFrame, ErrorCode } from '@stationmaster/ocpp'
import type { Payload } from './payload.ts'
import type { Reporter } from './reporter.ts'

/** Answer to a command, and a callback that runs after it was sent. */
export type CommandAnswer =
  | { kind: 'result'; payload: Payload; afterwards?: () => void }
  | { kind: 'error'; code: ErrorCode; description: string }

/** A station's implementation of one OCPP version. */
export interface Behaviour {
  readonly subprotocol: string
  readonly reporter: Reporter
  /** True if the central system has accepted the boot. */
  readonly isAccepted: boolean
  /** Registration status, as OCPP names it. */
  readonly registration: string
  /** Time of the last accepted boot; `-Infinity` before the first. */
  readonly bootedAtMs: number
  opened(): void
  closed(): void
  /** Handles a restart of the station, which has to boot again. */
  restarted(): void
  answer(call: CallFrame): CommandAnswer
}
