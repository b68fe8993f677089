import { setImmediate } from 'node:timers/promises'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { refuseBySchema } from '../../shared/refuse-by-schema.ts'
import type { MappedColumn } from './map-columns.ts'
import { readCell } from './read-cell.ts'
import type { RowBody, RowError } from './row.ts'
import type { Line } from './read-table.ts'

/** Rows that are read before other work of the process gets its turn. */
const rowsPerTurn = 500

type Validator = ReturnType<typeof Compile>
const validators = new WeakMap<TObject, Validator>()

/** Converts rows to bodies and validates them with the schema of the endpoint; one error per field. */
export async function readRows<Body>(
  rows: readonly Line[],
  columns: readonly MappedColumn[],
  { body: schema, required }: { body: TObject; required: readonly string[] },
): Promise<{ bodies: RowBody<Body>[]; errors: RowError[] }> {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = Compile(schema)))
  const bodies: RowBody<Body>[] = []
  const errors: RowError[] = []
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % rowsPerTurn === 0) await setImmediate()
    const body: Record<string, unknown> = { id: null }
    for (const column of columns) {
      const value = readCell(cells[column.at] ?? '', column)
      if (value !== undefined) body[column.field] = value
    }
    const missing = required.filter((field) => body[field] === undefined)
    const refusals = [
      ...missing.map((field) => refuse('value.required', { field })),
      ...(validator.Check(body) ? [] : refusalsOf(schema, body, validator)),
    ]
    if (refusals.length === 0) bodies.push({ line, body: body as Body })
    else errors.push(...refusals.map((refusal) => ({ line, refusal })))
  }
  return { bodies, errors }
}

/** Returns a refusal for each field with an error. */
function refusalsOf(schema: TObject, body: object, validator: Validator): Refusal[] {
  const byField = new Map<string, ReturnType<Validator['Errors']>>()
  for (const error of validator.Errors(body)) {
    const field = error.instancePath.split('/')[1] ?? ''
    byField.set(field, [...(byField.get(field) ?? []), error])
  }
  if (byField.size > 1) byField.delete('')
  return [...byField.values()].map((errors) => refuseBySchema(schema, body, errors))
}
