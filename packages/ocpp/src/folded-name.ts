/** Longer names are none of the standard's, and not worth the work. */
const LONGEST_NAME = 64

const foldedName = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** Which name of a list is meant by a folded one; null where two of them fold alike. */
type FoldedNames = ReadonlyMap<string, string | null>

function foldAll(names: readonly string[]): FoldedNames {
  const index = new Map<string, string | null>()
  for (const name of names) {
    const folded = foldedName(name)
    index.set(folded, index.has(folded) ? null : name)
  }
  return index
}

// The lists are those of the schemas: few, and there for good.
const indexes = new WeakMap<readonly string[], FoldedNames>()

/**
 * The only one of `names` that differs from `name` in nothing but case and separators; null when none or several
 * do. The list is read once and must not change.
 */
export function nameMeant(name: string, names: readonly string[]): string | null {
  if (name.length > LONGEST_NAME) return null
  let index = indexes.get(names)
  if (!index) {
    index = foldAll(names)
    indexes.set(names, index)
  }
  return index.get(foldedName(name)) ?? null
}
