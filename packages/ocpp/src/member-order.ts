import type { FieldSchema } from './schema.ts'

/**
 * Returns the value with its members in schema order; unknown members come last in their original order.
 * Applies to list entries; drops nothing.
 */
export function inSchemaOrder(schema: FieldSchema | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || schema === undefined) return value
  if (Array.isArray(value)) {
    return schema.type === 'array' ? value.map((item) => inSchemaOrder(schema.items, item)) : value
  }
  if (schema.type !== 'object') return value
  const members = new Map(Object.entries(value))
  const ordered: [string, unknown][] = []
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (members.has(name)) ordered.push([name, inSchemaOrder(field, members.get(name))])
    members.delete(name)
  }
  // fromEntries defines members and never calls a setter, so `__proto__` stays a member.
  return Object.fromEntries([...ordered, ...members])
}
