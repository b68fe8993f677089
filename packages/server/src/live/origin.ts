/**
 * Whether a page of this origin may open a live socket here: the page we serve ourselves, or one of the fixed
 * list. A caller without an origin is no browser, and a page cannot leave it out.
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
    return false // "null", or no address at all
  }
}
