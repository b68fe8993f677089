/** A Reset counts as the reason of a boot for as long as the commands say so. */
const requestMs = 600_000
const mostRequests = 20

/** Counts the boots of one station that the server has asked for, by Reset or TriggerMessage. */
export class RequestedBoots {
  private count = 0
  private untilMs = -Infinity

  /** Expects one boot more, within ten minutes. */
  expect(nowMs: number): void {
    this.forgetOld(nowMs)
    this.count = Math.min(this.count + 1, mostRequests)
    this.untilMs = nowMs + requestMs
  }

  /** Takes an expected boot; false when none was asked for. */
  take(nowMs: number): boolean {
    this.forgetOld(nowMs)
    if (this.count === 0) return false
    this.count--
    return true
  }

  private forgetOld(nowMs: number): void {
    if (nowMs > this.untilMs) this.count = 0
  }
}

/** Returns whether a command asks the station for a BootNotification. */
export function requestsBoot({ action, payload }: { action: string; payload: unknown }): boolean {
  if (action === 'Reset') return true
  if (action !== 'TriggerMessage' && action !== 'ExtendedTriggerMessage') return false
  return (payload as { requestedMessage?: unknown } | null)?.requestedMessage === 'BootNotification'
}
