import type { IncomingMessage } from 'node:http'

/** Number of handshakes after which the pattern counts as clear. */
const fewest = 3

/**
 * Detects an installation behind a proxy that is not configured: every handshake comes from one address and a
 * handshake carries X-Forwarded-For, which is ignored as long as TRUST_PROXY does not name the proxy.
 */
export class ProxyHint {
  private only: string | null = null
  private isMixed = false
  private hasForwarded = false
  private count = 0

  /**
   * Records a handshake and its address as used for limits. Returns true if the pattern has just become
   * clear.
   */
  note(request: IncomingMessage, address: string): boolean {
    const before = this.address
    this.count = Math.min(this.count + 1, fewest)
    this.hasForwarded ||= request.headers['x-forwarded-for'] !== undefined
    this.only ??= address
    this.isMixed ||= this.only !== address
    return before === null && this.address !== null
  }

  /** The one address of all handshakes since the start if it looks like that of a proxy. */
  get address(): string | null {
    return this.hasForwarded && !this.isMixed && this.count >= fewest ? this.only : null
  }
}
