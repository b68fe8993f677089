/** Replacement for a secret (INV-12). */
export const mask = '***'

/** Configuration keys whose value is a secret, in the standard and as named by vendors. */
const secretKey = /authorization_?key|passw(or)?d|passphrase|secret|private_?key|(^|[^a-z])psk($|[^a-z])/i
export const isSecretKey = (key: string): boolean => secretKey.test(key)

const secretParameter =
  /([?&;](?:[^=&;#?]*(?:sig|signature|token|key|secret|passw(?:or)?d|pass|pwd|auth|credential))=)[^&;#\s"]*/gi
const scheme = /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//i
/** User and password without a scheme before them. */
const bareUserInfo = /^[^/?#@:\s]+:[^/@\s]+@(?=[^@\s]*$)/

/** Returns a URL without user, password and signatures, for display; the station receives the original. */
export const maskUrl = (url: string): string =>
  maskUserInfo(url)
    .replace(secretParameter, `$1${mask}`)
    .replace(uploadSecret, (part, secret: string) => part.replace(secret, mask))

/** The secret in an upload address of this server. */
export const uploadSecret = /\/station-upload\/+([\w-]+)/

function maskUserInfo(url: string): string {
  const start = scheme.exec(url)?.[0]
  if (start === undefined) return url.replace(bareUserInfo, `${mask}@`)
  const rest = url.slice(start.length)
  const end = rest.search(/[/?#]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  // a password may contain a slash, question mark or number sign: then the part before it is not a host with
  // a port
  const isBroken = !authority.includes('@') && /:(?!\d*$)/.test(authority)
  const at = isBroken ? rest.lastIndexOf('@') : authority.lastIndexOf('@')
  return at < 0 ? url : start + mask + rest.slice(at)
}

const valueMember = /("value"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^\s",}\]]+)/gi

/**
 * Returns an unreadable frame without the secrets of URLs and, if it contains a secret, without the values of
 * a configuration.
 */
export const maskFrame = (text: string): string => {
  const shown = text.replace(addressInText, maskUrl)
  return isSecretKey(shown) ? shown.replace(valueMember, `$1"${mask}"`) : shown
}
/**
 * Returns the start of such a frame. Only little more than the shown part is searched for URLs; the whole
 * frame decides whether it contains a secret.
 */
export function maskSample(text: string, length: number): string {
  const start = text.slice(0, length + 4_000).replace(addressInText, maskUrl)
  return (isSecretKey(text) ? start.replace(valueMember, `$1"${mask}"`) : start).slice(0, length)
}
const addressInText = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>\\]+/gi

/** Returns the path of a request without its query, in which some clients send their key. */
export const pathOf = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  return path.slice(0, 300) + (query === undefined ? '' : `?${mask}`)
}
