import { list, type Parameter } from './address.ts'

/**
 * Words of an address that may be thousands. What is too long for an address is kept for this tab, and the address
 * carries its mark: reloading and going back work, a copied address knows the first words no more.
 */
export function longList(): Parameter<string[] | null> {
  const short = list()
  return {
    read: (raw) => short.read(raw?.startsWith(mark) ? kept(raw) : raw),
    write: (words) => (words === null ? null : writeList(words)),
  }
}

/** No word of such a list (an identity) begins with it. */
const mark = '/'
const longest = 4_000
const prefix = 'stationmaster.list'

const memory = new Map<string, string>()

/** The words as an address carries them. */
export function writeList(words: readonly string[]): string {
  const joined = words.join(',')
  if (joined.length <= longest) return joined
  const name = `${mark}${words.length}-${sumOf(joined)}`
  memory.set(name, joined)
  try {
    window.sessionStorage.setItem(prefix + name, joined)
  } catch {
    // Full or forbidden: it lives as long as the page.
  }
  return name
}

function kept(name: string): string {
  const known = memory.get(name)
  if (known !== undefined) return known
  try {
    return window.sessionStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}

/** The same words get the same mark (FNV-1a). */
function sumOf(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36)
}
