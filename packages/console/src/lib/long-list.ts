import { list, type Parameter } from './address.ts'

/**
 * A list of values in the address that may be thousands. A list too long for an address is stored for this
 * tab, and the address contains its key: reloading and going back work, a copied address does not contain the
 * values.
 */
export function longList(): Parameter<string[] | null> {
  const short = list()
  return {
    read: (raw) => short.read(raw?.startsWith(mark) ? readList(raw) : raw),
    write: (words) => (words === null ? null : writeList(words)),
  }
}

/** No value of such a list (an identity) starts with it. */
const mark = '/'
const longest = 4_000
const prefix = 'stationmaster.list'

const memory = new Map<string, string>()

/** Returns the values as an address contains them. */
export function writeList(words: readonly string[]): string {
  const joined = words.join(',')
  if (joined.length <= longest) return joined
  const name = `${mark}${words.length}-${sumOf(joined)}`
  memory.set(name, joined)
  try {
    window.sessionStorage.setItem(prefix + name, joined)
  } catch {
    // Storage full or forbidden: the values stay in memory until the page is closed.
  }
  return name
}

function readList(name: string): string {
  const known = memory.get(name)
  if (known !== undefined) return known
  try {
    return window.sessionStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}

/** Returns the same key for the same values (FNV-1a). */
function sumOf(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36)
}
