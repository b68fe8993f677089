import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { RowBody, RowError } from './row.ts'

/** Field of a body with the id of another object, which files name by its number or name. */
export interface ImportReference {
  /** Columns of exported files that name the object; the first that a file has is used. */
  columns: readonly string[]
  /** Returns the objects that the viewer may see with one of these ids, numbers or names in lower case. */
  find: (
    tx: Tx,
    viewer: Viewer,
    names: readonly string[],
  ) => Promise<{ id: string; code: string; name: string }[]>
  missing: Refusal
}

export type ImportReferences = Readonly<Record<string, ImportReference>>

/** Replaces names in bodies by ids; rows with an unknown or ambiguous name become errors. */
export async function resolveReferences<Body>(
  tx: Tx,
  viewer: Viewer,
  { references, bodies }: { references: ImportReferences; bodies: readonly RowBody<Body>[] },
): Promise<{ bodies: RowBody<Body>[]; errors: RowError[] }> {
  const errors: RowError[] = []
  let left = [...bodies]
  for (const [field, reference] of Object.entries(references)) {
    const named = left.flatMap((row) => nameIn(row.body, field) ?? [])
    if (named.length === 0) continue
    const idOf = idsByName(await reference.find(tx, viewer, [...new Set(named)]), field, reference)
    left = left.flatMap((row) => {
      const name = nameIn(row.body, field)
      if (name === null) return [row]
      const id = idOf(name)
      if (!isRefusal(id)) return [{ ...row, body: { ...row.body, [field]: id } }]
      errors.push({ line: row.line, refusal: id })
      return []
    })
  }
  return { bodies: left, errors }
}

function nameIn(body: unknown, field: string): string | null {
  const value = (body as Record<string, unknown>)[field]
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : null
}

function idsByName(
  found: readonly { id: string; code: string; name: string }[],
  field: string,
  { missing }: ImportReference,
): (name: string) => string | Refusal {
  // ids and numbers are unique, so they take precedence
  const unique = new Map(
    found.flatMap(({ id, code }) => [[id, id] as const, [code.toLowerCase(), id] as const]),
  )
  const byName = new Map<string, string[]>()
  for (const { id, name } of found)
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), id])
  return (name) => {
    const [first, other] = byName.get(name) ?? []
    const id = unique.get(name) ?? first
    if (id === undefined) return missing
    return unique.has(name) || other === undefined ? id : refuse('import.name_ambiguous', { field })
  }
}
