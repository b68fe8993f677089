/**
 * Returns CORS headers for a page of a listed origin; none for others. The list is fixed; the Origin is never
 * reflected.
 */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
): Record<string, string> | null {
  if (origin === undefined || !origins.includes(origin)) return null
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-expose-headers': 'x-request-id, retry-after, www-authenticate, content-disposition',
    'access-control-max-age': '600',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  }
}
