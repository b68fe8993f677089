import type { CallFrame, ErrorCode } from '@stationmaster/ocpp'
import type { Payload } from './payload.ts'
import type { Teller } from './teller.ts'

/** What a command is answered, and what happens once the answer is out. */
export type CommandAnswer =
  | { kind: 'result'; payload: Payload; afterwards?: () => void }
  | { kind: 'error'; code: ErrorCode; description: string }

/** One OCPP version, as a station speaks it. */
export interface Behaviour {
  readonly subprotocol: string
  readonly teller: Teller
  /** Whether the central system has accepted the boot. */
  readonly isAccepted: boolean
  /** How the boot stands, in the standard's word. */
  readonly registration: string
  /** When the last boot was accepted; minus infinity before that. */
  readonly bootedAtMs: number
  opened(): void
  closed(): void
  /** The station starts anew and has to boot again. */
  restarted(): void
  answer(call: CallFrame): CommandAnswer
}
