/** INV-12: what stands in place of a secret. */
export const mask = '***'

/** Configuration keys whose value is a secret, the standard's own and those that makers name so. */
const secretKey = /authorization_?key|passw(or)?d|passphrase|secret|private_?key|(^|[^a-z])psk($|[^a-z])/i
export const isSecretKey = (key: string): boolean => secretKey.test(key)

const secretParameter =
  /([?&;](?:[^=&;#?]*(?:sig|signature|token|key|secret|passw(?:or)?d|pass|pwd|auth|credential))=)[^&;#\s"]*/gi
const scheme = /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//i
/** User and password without a scheme before them. */
const bareUserInfo = /^[^/?#@:\s]+:[^/@\s]+@(?=[^@\s]*$)/

/** An address without user, password and signatures; the station gets the real one. */
export const maskUrl = (url: string): string => maskUserInfo(url).replace(secretParameter, `$1${mask}`)

function maskUserInfo(url: string): string {
  const start = scheme.exec(url)?.[0]
  if (start === undefined) return url.replace(bareUserInfo, `${mask}@`)
  const rest = url.slice(start.length)
  const end = rest.search(/[/?#]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  // a password may hold a slash, a question or number sign: then no host with a port stands before it
  const isBroken = !authority.includes('@') && /:(?!\d*$)/.test(authority)
  const at = isBroken ? rest.lastIndexOf('@') : authority.lastIndexOf('@')
  return at < 0 ? url : start + mask + rest.slice(at)
}

const toldValue = /("value"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^\s",}\]]+)/gi

/**
 * A frame that nobody could read, without the secrets of addresses and the values of a configuration that holds a
 * secret.
 */
export const maskFrame = (text: string): string => {
  const shown = text.replace(addressInText, maskUrl)
  return isSecretKey(shown) ? shown.replace(toldValue, `$1"${mask}"`) : shown
}
/**
 * The start of such a frame. Only a little more than is shown is searched for addresses; whether it is about a secret is
 * decided by all of it.
 */
export function maskSample(text: string, length: number): string {
  const start = text.slice(0, length + 4_000).replace(addressInText, maskUrl)
  return (isSecretKey(text) ? start.replace(toldValue, `$1"${mask}"`) : start).slice(0, length)
}
const addressInText = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>\\]+/gi

/** The path of a request without its query, in which some put their key. */
export const pathOf = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  return path.slice(0, 300) + (query === undefined ? '' : `?${mask}`)
}
