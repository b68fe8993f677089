/** INV-12: what stands in place of a secret. */
export const mask = '***'

/** Configuration keys whose value is a secret, the standard's own and those that makers name so. */
const secretKey = /authorization_?key|passw(or)?d|passphrase|secret|private_?key|(^|[^a-z])psk($|[^a-z])/i
export const isSecretKey = (key: string): boolean => secretKey.test(key)

const secretParameter =
  /([?&;](?:[^=&;#]*(?:sig|signature|token|key|secret|passw(?:or)?d|pass|pwd|auth|credential))=)[^&;#\s"]*/gi
const userInfo = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/?#]*@/i
/** A password with a slash, a question or number sign in it: what stands before it is no host with a port. */
const brokenUserInfo = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/?#@]*:(?!\d*(?:[/?#]|$))[^@]*[/?#][^@]*@/i
/** Without a scheme. */
const bareUserInfo = /^[^/?#@:\s]+:[^/@\s]+@(?=[^@\s]*$)/

/** An address without user, password and signatures; the station gets the real one. */
export const maskUrl = (url: string): string =>
  url
    .replace(brokenUserInfo, `$1${mask}@`)
    .replace(userInfo, `$1${mask}@`)
    .replace(bareUserInfo, `${mask}@`)
    .replace(secretParameter, `$1${mask}`)

const toldValue = /("value"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^\s",}\]]+)/gi

/** A frame that nobody could read, without the values of a configuration that holds a secret. */
export const maskFrame = (text: string): string =>
  isSecretKey(text) ? text.replace(toldValue, `$1"${mask}"`) : text

/** The path of a request without its query, in which some put their key. */
export const pathOf = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  return path.slice(0, 300) + (query === undefined ? '' : `?${mask}`)
}
