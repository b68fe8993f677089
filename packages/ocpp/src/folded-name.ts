const foldedName = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The only one of `names` that differs from `name` in nothing but case and separators; null when none or several do. */
export function nameMeant(name: string, names: readonly string[]): string | null {
  const folded = foldedName(name)
  const meant = names.filter((candidate) => foldedName(candidate) === folded)
  return meant.length === 1 && meant[0] !== undefined ? meant[0] : null
}
