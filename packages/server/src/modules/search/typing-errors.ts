/** Length of words for which each wrong letter is tried; in shorter ones only swapped letters. */
const minLength = 6
const maxLength = 24

const isWord = (word: string): boolean => /^[\p{L}\p{N}]+$/u.test(word) && word.length <= maxLength

/** Returns the word with two neighboring letters swapped, in each place; none if it has other characters or is too long. */
export const swapsOf = (word: string): string[] =>
  isWord(word)
    ? Array.from({ length: word.length - 1 }, (_, at) =>
        [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
      )
    : []

/**
 * Returns a regular expression for all texts that differ from the word by one inserted, missing, replaced or
 * swapped letter between two positions; digits are neither replaced nor inserted. Null if the word has other
 * characters, is too short or too long.
 */
export function editsOf(word: string, from: number, to: number): string | null {
  if (!isWord(word) || word.length < minLength) return null
  const edits = new Set(swapsOf(word).slice(from, to - 1))
  for (const [at, letter] of [...word].entries()) {
    if (at < from || at >= to) continue
    const before = word.slice(0, at)
    const after = word.slice(at + letter.length)
    // a letter too many, another one, and a missing one before it
    if (!/\p{N}/u.test(letter)) edits.add(before + after).add(before + anyLetter + after)
    if (at > 0) edits.add(before + anyLetter + letter + after)
  }
  return `(?:${[...edits].join('|')})`
}

const anyLetter = '[^0-9 ]'
