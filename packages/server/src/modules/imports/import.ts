import {
  type AnswerOf,
  type BodyOf,
  type cardImportCheck,
  type cardImportRun,
  type ClassCode,
  closed,
  importPreviewRows,
  maxImportErrors,
} from '@stationmaster/contract'
import { type TObject, type TProperties, Type } from 'typebox'
import type { BusEvent } from '../../bus/events.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import type { Outbox } from '../workflow/index.ts'
import { mapColumns } from './map-columns.ts'
import { readRows } from './read-rows.ts'
import type { RowBody, RowError } from './row.ts'
import { type Line, readTable } from './read-table.ts'
import { type ImportReferences, resolveReferences } from './references.ts'

export interface ImportDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  outbox: Outbox
}

/** New object of an import. */
export interface NewObject {
  id: string
}

/** How objects of a class are imported. */
export interface ImportClass<Body, Row extends NewObject> {
  classCode: ClassCode
  /** Fields and their rules: those of the endpoint that creates one object. */
  body: TObject
  /** Fields with other objects, which files name by number or name. */
  references: ImportReferences
  required: readonly string[]
  /** Field that is unique within the account, and the form in which it is compared. */
  key: { field: string; of: (body: Body) => string | null }
  /** Refuses rows beyond the limit of the account; other transactions that add to it wait from here on. */
  refuseBeyond: (tx: Tx, viewer: Viewer, rows: number) => Promise<Refusal | null>
  /** Returns for each body the row to store, or the reason why it cannot be stored; by the rules of a single object. */
  prepare: (tx: Tx, viewer: Viewer, bodies: readonly Body[]) => Promise<(Row | Refusal)[]>
  /** Stores rows with their entries of the audit trail. */
  insert: (tx: Tx, viewer: Viewer, rows: readonly Row[]) => Promise<void>
  /** Returns the hints that report new objects. */
  changed: (accountId: string) => BusEvent[]
  /** Returns the key of a new object, which only the answer of the import has. */
  keyOf?: (row: Row) => { identity: string; key: string }
}

type Body = BodyOf<typeof cardImportCheck>
type Checked = AnswerOf<typeof cardImportCheck>

/** Returns the work of the endpoints that check and import files of a class. */
export function importHandlers<ClassBody, Row extends NewObject>(
  deps: ImportDeps,
  described: ImportClass<ClassBody, Row>,
) {
  const of = { ...described, body: bodyOfFile(described) }
  return {
    check: async (viewer: Viewer, body: Body): Promise<Checked | Refusal> => {
      const file = await readFile(of, body)
      if (isRefusal(file)) return file
      const { errors } = await inTransaction(deps.db, (tx) => prepareRows(tx, viewer, { of, file }), {
        rollsBack: () => true,
      })
      const scripts = deps.outbox.includes({ classCode: of.classCode, action: 'create' })
      return { ...checkedOf(file, errors), scripts }
    },
    run: async (
      viewer: Viewer,
      body: Body,
      { signal }: WebRequest,
    ): Promise<AnswerOf<typeof cardImportRun> | Refusal> => {
      const file = await readFile(of, body)
      if (isRefusal(file)) return file
      return inTransaction(deps.db, (tx) => importRows(deps, tx, { of, viewer, file, signal }), {
        rollsBack: isRefusal,
      })
    },
  }
}

/** Returns the schema of a row, in which references are names. */
const bodyOfFile = ({
  body,
  references,
}: Pick<ImportClass<never, never>, 'body' | 'references'>): TObject => {
  const names = Object.keys(references).map((field) => [
    field,
    Type.Optional(Type.String({ maxLength: 200 })),
  ])
  return Type.Object({ ...body.properties, ...(Object.fromEntries(names) as TProperties) }, closed)
}

/** A file whose rows were validated without the database. */
interface ImportFile<ClassBody> {
  titles: readonly string[]
  rows: readonly Line[]
  columns: readonly { title: string; at: number; field: string }[]
  bodies: readonly RowBody<ClassBody>[]
  errors: readonly RowError[]
}

async function readFile<ClassBody>(
  of: Pick<ImportClass<ClassBody, never>, 'body' | 'references' | 'required' | 'key'>,
  { data, sheet }: Body,
): Promise<ImportFile<ClassBody> | Refusal> {
  const table = await readTable(data)
  if (isRefusal(table)) return table
  const columns = mapColumns(table.titles, of, sheet)
  if (isRefusal(columns)) return columns
  const { bodies, errors } = await readRows<ClassBody>(table.rows, columns, of)
  const lines = new Map<string, number>()
  const unique = bodies.filter(({ line, body }) => {
    const key = of.key.of(body)
    const first = key === null ? undefined : lines.get(key)
    if (first !== undefined)
      errors.push({ line, refusal: refuse('import.duplicate', { line: first, field: of.key.field }) })
    else if (key !== null) lines.set(key, line)
    return first === undefined
  })
  return { ...table, columns, bodies: unique, errors }
}

interface Preparing<ClassBody, Row extends NewObject> {
  of: ImportClass<ClassBody, Row>
  file: ImportFile<ClassBody>
}

/** Checks the rows against the stored objects; returns those that can be stored, and all errors by line. */
async function prepareRows<ClassBody, Row extends NewObject>(
  tx: Tx,
  viewer: Viewer,
  { of, file }: Preparing<ClassBody, Row>,
): Promise<{ rows: Row[]; errors: { line: number | null; refusal: Refusal }[] }> {
  const beyond = await of.refuseBeyond(tx, viewer, file.rows.length)
  const named = { references: of.references, bodies: file.bodies }
  const { bodies, errors: unresolved } = await resolveReferences(tx, viewer, named)
  const prepared = await of.prepare(
    tx,
    viewer,
    bodies.map(({ body }) => body),
  )
  const rows: Row[] = []
  const errors = [...file.errors, ...unresolved]
  for (const [index, row] of prepared.entries())
    if (isRefusal(row)) errors.push({ line: bodies[index]!.line, refusal: row })
    else rows.push(row)
  errors.sort((a, b) => a.line - b.line)
  return { rows, errors: beyond ? [{ line: null, refusal: beyond }, ...errors] : errors }
}

/** Rows that are stored between two checks whether the caller is still connected. */
const rowsPerStep = 500

async function importRows<ClassBody, Row extends NewObject>(
  deps: ImportDeps,
  tx: Tx,
  { viewer, signal, ...preparing }: Preparing<ClassBody, Row> & { viewer: Viewer; signal: AbortSignal },
): Promise<AnswerOf<typeof cardImportRun> | Refusal> {
  const { of } = preparing
  const { accountId } = viewer
  const { rows, errors } = await prepareRows(tx, viewer, preparing)
  const [first] = errors
  if (first?.line === null) return first.refusal
  if (errors.length > 0) return refuse('import.rows_invalid', { errors: errors.length })
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    if (signal.aborted) return refuse('import.interrupted')
    await of.insert(tx, viewer, rows.slice(start, start + rowsPerStep))
  }
  const created = { accountId, classCode: of.classCode, action: 'create', from: 'enabled', to: 'enabled' }
  await deps.outbox.record(
    tx,
    rows.map(({ id }) => ({ ...created, objectId: id })),
  )
  await deps.bus.publish(tx, of.changed(accountId))
  if (signal.aborted) return refuse('import.interrupted')
  return { imported: rows.length, ...(of.keyOf ? { keys: rows.map(of.keyOf) } : {}) }
}

/** Longest shown part of a cell. */
const maxShown = 100

function checkedOf(
  { titles, rows, columns }: ImportFile<unknown>,
  errors: readonly { line: number | null; refusal: Refusal }[],
): Omit<Checked, 'scripts'> {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const invalid = new Set(errors.map(({ line }) => line))
  return {
    rows: rows.length,
    valid: rows.filter(({ line }) => !invalid.has(line)).length,
    columns: titles.map((title, at) => ({
      title: title.slice(0, maxShown),
      field: columns.find((column) => column.at === at)?.field ?? null,
    })),
    preview: rows.slice(0, importPreviewRows).map(({ line, cells }) => ({
      line,
      cells: titles.map((_, at) => (cells[at] ?? '').slice(0, maxShown)),
    })),
    errors: errors.slice(0, maxImportErrors).map(({ line, refusal: { code, message, params, field } }) => {
      const name = field?.split(/[.[]/)[0]
      const column = columns.find((known) => known.field === name)
      const cell = line === null || !column ? undefined : byLine.get(line)?.cells[column.at]
      return {
        line,
        column: column?.title.slice(0, maxShown) ?? null,
        field: name ?? null,
        value: cell === undefined || cell === '' ? null : cell.slice(0, maxShown),
        code,
        message,
        ...(params ? { params } : {}),
      }
    }),
    errorcount: errors.length,
  }
}
