/** Milliseconds after a Reset within which a boot counts as requested, as in the commands module. */
const requestMs = 600_000
const maxRequests = 20

/** Counts the boots of one station that the server requested by Reset or TriggerMessage. */
export class RequestedBoots {
  private count = 0
  private untilMs = -Infinity

  /** Expects one more boot within ten minutes. */
  expect(nowMs: number): void {
    this.removeExpired(nowMs)
    this.count = Math.min(this.count + 1, maxRequests)
    this.untilMs = nowMs + requestMs
  }

  /** Consumes an expected boot; returns false if none was requested. */
  take(nowMs: number): boolean {
    this.removeExpired(nowMs)
    if (this.count === 0) return false
    this.count--
    return true
  }

  private removeExpired(nowMs: number): void {
    if (nowMs > this.untilMs) this.count = 0
  }
}

/** Returns true if a command requests a BootNotification from the station. */
export function requestsBoot({ action, payload }: { action: string; payload: unknown }): boolean {
  if (action === 'Reset') return true
  if (action !== 'TriggerMessage' && action !== 'ExtendedTriggerMessage') return false
  return (payload as { requestedMessage?: unknown } | null)?.requestedMessage === 'BootNotification'
}
