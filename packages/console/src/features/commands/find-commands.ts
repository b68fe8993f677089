import { commands16, securityCommands16 } from '@stationmaster/ocpp/v16'

export interface FoundCommand {
  action: (typeof commands16)[number]['action']
  /** Description of the command in the user's language. */
  about: string
  /** True if the text is the name of the command: it then comes before objects that the text finds. */
  isNamed: boolean
}

type CommandText = (key: 'about' | 'purposes', name: string) => string

const all = [...commands16, ...securityCommands16]

/** Lower case, without accents. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the words of a text: "Set Charging Profile" has three, "SetChargingProfile" three and itself. */
const wordsOf = (text: string): string[] => {
  const parts = text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return [...new Set(folded(`${text} ${parts}`).split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '')
}

/** Words of this length or more match with one typo. */
const shortestFuzzy = 4

/**
 * Finds OCPP commands whose name, description or purpose contains, for each word of the text, a word that
 * begins with it, in the user's language; matches by name come first. Without a result, one typo per word is
 * tolerated.
 */
export function findCommands(text: string, commandText: CommandText): FoundCommand[] {
  const wanted = folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (wanted.length === 0) return []
  const known = all.map(({ action, purpose }) => {
    const about = commandText('about', action)
    return {
      action,
      about,
      name: wordsOf(action),
      words: [about, commandText('purposes', purpose)].flatMap(wordsOf),
    }
  })
  for (const fits of [beginsWith, isNear]) {
    const has = (words: readonly string[]) => wanted.every((part) => words.some((word) => fits(word, part)))
    const found = known.filter(({ name, words }) => has([...name, ...words]))
    if (found.length > 0)
      return found
        .sort((one, other) => Number(has(other.name)) - Number(has(one.name)))
        .map(({ action, about }) => ({ action, about, isNamed: folded(action) === wanted.join('') }))
  }
  return []
}

const beginsWith = (word: string, part: string): boolean => word.startsWith(part)

/**
 * Returns true if inserting, deleting, replacing or swapping one letter turns the part into the word or its
 * beginning.
 */
function isNear(word: string, part: string): boolean {
  if (part.length < shortestFuzzy) return word.startsWith(part)
  let at = 0
  while (at < part.length && part[at] === word[at]) at += 1
  const rest = part.slice(at)
  const swapped = (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2)
  return (
    word.startsWith(rest.slice(1), at) || // one letter too many
    word.startsWith(rest, at + 1) || // one is missing
    word.startsWith(rest.slice(1), at + 1) || // another one
    (rest.length > 1 && word.startsWith(swapped, at))
  )
}
