/**
 * Returns the request as a shell command; a variable stands for the token, so that it never ends up in a note
 * or a chat.
 */
export function asCurl(address: string, body: string): string {
  const compact = compacted(body)
  return [
    `curl -sS -X POST ${quoted(address)}`,
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-d ${quoted(compact)}`,
  ].join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function compacted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}
