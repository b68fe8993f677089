import { Kysely, type Logger, PostgresDialect, type PostgresPool } from 'kysely'
import { type CustomTypesConfig, Pool, types } from 'pg'
import { type Sign, SigningPlugin } from './signing-plugin.ts'
import type { Database } from './tables.gen.ts'

export type { Database } from './tables.gen.ts'

export interface PoolOptions {
  /** Address of the database. */
  url: string
  /** Maximum number of connections. */
  max: number
  /** Name that the database shows for each connection. */
  name: string
  /** True if the address leads through a pooler, which rejects settings at the start of a connection. */
  isPooled?: boolean
  /**
   * Milliseconds after which the database ends a transaction that waits for its client, as that of a suspended process
   * does, whose locks would stop others; never if absent.
   */
  idleTransactionMs?: number
  /** Milliseconds after which the database cancels a statement; never if absent. */
  statementTimeoutMs?: number
  /** Milliseconds after which a connection that has not answered a query is given up; never if absent. */
  answerTimeoutMs?: number
  /** Called for idle connections that broke; the pool replaces them by itself. */
  onBroken?: (error: Error) => void
}

/** The same for all processes: longer than a process without enough processor time waits between two statements. */
export const idleTransactionMs = 60_000
const connectPatienceMs = 10_000
/** Milliseconds without traffic after which the network asks whether the database still exists. */
const keepAliveMs = 10_000

/**
 * Settings of a connection: PostgreSQL would compile statements whose estimated cost is high, which takes several times as
 * long as to run them.
 */
const settings = '-c jit=off'

/** Opens a pool whose values are parsed by `valueTypes`. It connects on first use. */
export function createPool(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.url,
    max: options.max,
    application_name: `stationmaster ${options.name}`,
    ...(!options.isPooled && { options: settings }),
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.idleTransactionMs,
    connectionTimeoutMillis: connectPatienceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // in a pipeline, a query without an answer in time closes its connection, which the pool replaces
    ...(options.answerTimeoutMs !== undefined && { query_timeout: options.answerTimeoutMs, pipeline: true }),
    types: valueTypes,
  })
  // Without listeners a connection that breaks, idle or in use, would end the process.
  pool.on('error', (error) => {
    // While connections are being closed, the database may report its own end first.
    if (!pool.ending) options.onBroken?.(error)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Creates the query builder over a pool; destroying it ends the pool.
 * @param sign signs entries written to the audit trail through it; without it such writes throw
 * @param statement called after each statement
 */
export function createDatabase(pool: PostgresPool, sign?: Sign, statement?: Logger): Kysely<Database> {
  const plugins = sign ? [new SigningPlugin(sign)] : []
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins,
    ...(statement && { log: statement }),
  })
}

const int8 = 20
const int8Array = 1016
const date = 1082

/**
 * Parsers of database values: int8 as number, because Wh, minor units and counts stay far below 2^53 and JSON
 * has no other type; a larger one throws instead of losing digits. A date stays text: as a Date it would
 * shift with the time zone. Everything else as in the driver: timestamptz is a Date, numeric is text.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === int8) return readInt8
      if (oid === int8Array) return readInt8Array
      if (oid === date) return String
    }
    return types.getTypeParser(oid, format)
  }) as typeof types.getTypeParser,
}

function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the database holds ${text}, which is beyond a safe integer`)
  return value
}

function readInt8Array(text: string): (number | null)[] {
  return text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : readInt8(part)))
}
