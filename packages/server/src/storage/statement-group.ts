import { type Connection, Query } from 'pg'
import { valueTypes } from './pool.ts'

/** A prepared statement with the values of one execution. */
export interface Statement {
  /** Name under which it is prepared; always the same text. */
  name: string
  text: string
  values?: readonly (string | number)[]
  /** Receives the rows, after all statements of the group have succeeded. */
  take?(rows: unknown[]): void
}

interface ResultColumn {
  name: string
  parse(text: string): unknown
}

/** Statements that a connection has prepared, by name, with the columns of their results. */
export type PreparedStatements = Map<string, readonly ResultColumn[]>

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}

/**
 * Sends statements as one group: the database answers all of them together, and after a failure skips the others. A query
 * of the driver each would be answered separately, with the names of its columns: a system call on both sides for each.
 */
export class StatementGroup extends Query {
  declare callback: (error: Error | null) => void
  override readonly submit: (connection: Connection) => void
  private readonly statements: readonly Statement[]
  private readonly prepared: PreparedStatements
  private readonly described: PreparedStatements = new Map()
  private readonly results: unknown[][]
  private completed = 0
  private failure: Error | null = null
  /** What the database reports as executed for the last statement, such as `COMMIT`. */
  lastCommand = ''

  constructor(
    statements: readonly Statement[],
    prepared: PreparedStatements,
    callback: (error: Error | null) => void,
  ) {
    super('')
    this.callback = callback
    this.statements = statements
    this.prepared = prepared
    this.results = statements.map(() => [])
    // an own property, as the driver's types declare it
    this.submit = (connection) => this.send(connection)
  }

  private send(connection: Connection): void {
    const { stream } = connection
    stream.cork()
    try {
      for (const { name, text, values = [] } of this.statements) {
        if (!this.prepared.has(name) && !this.described.has(name)) this.prepare(connection, { name, text })
        connection.bind({ statement: name, values: values.map(String) }, true)
        connection.execute(null, true)
      }
      connection.sync()
    } finally {
      stream.uncork()
    }
  }

  private prepare(connection: Connection, { name, text }: Statement): void {
    this.described.set(name, [])
    // an earlier group may have prepared it and failed later; to close what does not exist is allowed
    connection.close({ type: 'S', name }, true)
    connection.parse({ name, text, types: [] }, true)
    connection.describe({ type: 'S', name }, true)
  }

  handleRowDescription({ fields }: RowDescription): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: valueTypes.getTypeParser(dataTypeID, 'text') as ResultColumn['parse'],
    }))
    this.described.set(this.statements[this.completed]!.name, columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { name } = this.statements[this.completed]!
    const columns = this.described.get(name) ?? this.prepared.get(name)!
    const row: Record<string, unknown> = {}
    try {
      for (const [n, column] of columns.entries()) {
        const text = fields[n]!
        row[column.name] = text === null ? null : column.parse(text)
      }
    } catch (error) {
      this.failure ??= error as Error
    }
    this.results[this.completed]!.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.completed++
    this.lastCommand = text
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    for (const [name, columns] of this.described) this.prepared.set(name, columns)
    if (this.failure === null) for (const [n, { take }] of this.statements.entries()) take?.(this.results[n]!)
    this.callback(this.failure)
  }
}
