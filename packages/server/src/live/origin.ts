/**
 * Returns true if a page of this origin may open a WebSocket here: the own console, or a page of the
 * configured list. A caller without an origin is not a browser, and a page cannot omit it.
 */
export function isOriginWelcome(
  origin: string | undefined,
  hosts: readonly (string | undefined)[],
  listed: readonly string[],
): boolean {
  if (origin === undefined) return true
  if (listed.includes(origin)) return true
  try {
    return hosts.includes(new URL(origin).host)
  } catch {
    return false // "null", or not a URL
  }
}
