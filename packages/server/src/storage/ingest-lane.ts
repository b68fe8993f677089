import { Client } from 'pg'
import { BatchNumbers } from './ingest-outcome.ts'
import type { SecretSource } from './number-secret.ts'
import { idleTransactionMs, valueTypes } from './pool.ts'
import { type PreparedStatements, type Statement, StatementGroup } from './statement-group.ts'

export interface LaneOptions {
  url: string
  /** Name of the process: while this connection exists, the process counts as running. */
  name: string
}

/** Milliseconds after which the database cancels a statement. */
const statementTimeoutMs = 8_000

/** Every statement finds its rows by a key; a plan made while the tables were empty must not scan them later. */
export const laneSettings = `set lock_timeout = '2s'; set synchronous_commit = on; set jit = off;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
  set plan_cache_mode = force_generic_plan`

/** Statements that begin and commit the transaction of a batch. */
export const begin: Statement = { name: 'begin', text: 'begin' }
export const commit: Statement = { name: 'commit', text: 'commit' }

/**
 * Number of statements after which a new connection discards its plans; the interval then doubles up to
 * `lastReplan`.
 */
const firstReplan = 100
const lastReplan = 20_000

/**
 * Connection of the fast path. The statements of a batch are sent in one or two groups, each of which costs one round
 * trip.
 */
export class Lane {
  readonly batches = new BatchNumbers()
  private client: Client | null = null
  private prepared: PreparedStatements = new Map()
  private readonly options: LaneOptions
  private statementCount = 0
  private replanAt = firstReplan

  constructor(options: LaneOptions) {
    this.options = options
  }

  get isConnected(): boolean {
    return this.client !== null
  }

  /** Connects unless already connected. */
  async ready(): Promise<void> {
    if (this.client) return
    const client = new Client({
      connectionString: this.options.url,
      application_name: this.options.name,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
      // A database that stopped responding times out a little later than its own limit would.
      query_timeout: statementTimeoutMs + 2_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      pipeline: true,
      types: valueTypes,
    })
    client.on('error', () => this.dropClient(client))
    client.on('end', () => this.dropClient(client))
    try {
      await client.connect()
      await client.query(laneSettings)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.client = client
    this.prepared = new Map()
    this.statementCount = 0
    this.replanAt = firstReplan
  }

  private dropClient(client: Client): void {
    if (this.client === client) this.client = null
  }

  private get open(): Client {
    if (!this.client) throw new Error('Connection terminated')
    return this.client
  }

  /** Runs a prepared statement. */
  async query(name: string, text: string, values: unknown[]): Promise<unknown[]> {
    this.replan(1)
    const { rows } = await this.open.query({ name, text, values })
    return rows as unknown[]
  }

  /** Discards plans, which were made for earlier sizes of the tables; in a young database they grow quickly. */
  private replan(statements: number): void {
    this.statementCount += statements
    if (this.statementCount < this.replanAt) return
    this.replanAt = this.statementCount + Math.min(this.statementCount, lastReplan)
    // If it fails, the following statements fail too.
    this.open.query('discard plans').catch(() => {})
  }

  /** Runs a plain command (begin, commit, rollback); returns the command that was executed. */
  async run(command: string): Promise<string> {
    const { command: obeyed } = await this.open.query(command)
    return obeyed
  }

  /**
   * Sends statements as one write to the socket, and passes their rows on when all have succeeded. Throws the first
   * failure, after which the database has skipped the others. Returns the command of the last statement as executed.
   */
  together(statements: readonly Statement[]): Promise<string> {
    this.replan(statements.length)
    const { open, prepared } = this
    return new Promise((resolve, reject) => {
      const group = new StatementGroup(statements, prepared, (error) =>
        error ? reject(error) : resolve(group.lastCommand),
      )
      open.query(group)
    })
  }

  asSource(): SecretSource {
    return this.open as SecretSource
  }

  /** Drops the connection; the next use opens a new one. */
  discard(): void {
    const { client } = this
    this.client = null
    client?.end().catch(() => {})
  }

  async close(): Promise<void> {
    const { client } = this
    this.client = null
    await client?.end().catch(() => {})
  }
}
