/** Command that is ready to be sent. It is marked as sent, and committed, before the gateway receives it. */
export interface NextCommand {
  id: string
  action: string
  /** Payload sent to the station. */
  payload: Record<string, unknown>
  /** The payload without secrets, as shown in the log. */
  shown: unknown
  /** Milliseconds that the station may take; the gateway's default if absent. */
  timeoutMs?: number
}

/** Outcome of a command that was taken from the queue. */
export type CommandOutcome =
  /** `rawText` is the payload as the station wrote it. */
  | { kind: 'result'; payload: unknown; rawText?: string }
  | { kind: 'error'; code: string; description: string; details?: unknown }
  | { kind: 'unreadable'; rawText: string }
  | { kind: 'timeout' }
  /** The connection ended after the command was sent: the station may have executed it. */
  | { kind: 'gone' }
  /** The connection ended before the whole command was sent. */
  | { kind: 'unsent' }
  /** The answer came after the time limit. */
  | { kind: 'late'; answer: Extract<CommandOutcome, { kind: 'result' | 'error' }> }
