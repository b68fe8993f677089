/** Longer names cannot be names of the standard and are not worth folding. */
const MAX_NAME_LENGTH = 64

const foldedName = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** Maps a folded name to the name in the list; null if two names fold to the same text. */
type FoldedNames = ReadonlyMap<string, string | null>

function foldAll(names: readonly string[]): FoldedNames {
  const index = new Map<string, string | null>()
  for (const name of names) {
    const folded = foldedName(name)
    index.set(folded, index.has(folded) ? null : name)
  }
  return index
}

// The lists come from the schemas: few, and never collected.
const indexes = new WeakMap<readonly string[], FoldedNames>()

/**
 * Returns the only entry of `names` that differs from `name` only in case and separators; null if none or
 * several do. The list is read once and must not change.
 */
export function nameMeant(name: string, names: readonly string[]): string | null {
  if (name.length > MAX_NAME_LENGTH) return null
  let index = indexes.get(names)
  if (!index) {
    index = foldAll(names)
    indexes.set(names, index)
  }
  return index.get(foldedName(name)) ?? null
}
