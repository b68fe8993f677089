import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cardSet, clientSet, methodRun, paymentCreate, sellerSet } from '@stationmaster/contract'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { newId } from '../src/shared/ids.ts'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../src/storage/embedded/start-embedded-database.ts'
import { migrate } from '../src/storage/migrate.ts'
import { createDatabase, createPool, type Database } from '../src/storage/pool.ts'
import { makePartitions } from '../src/storage/prepare-database.ts'
import { address, sellerData } from './billing-data.ts'
import { addTariff } from './charge-fixture.ts'
import { fastestFolder, settingsForTests } from './cluster.ts'
import { type DatabaseCall, FaultProxy, type Moment } from './fault-proxy.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'
import { TestStripeServer } from './test-stripe-server.ts'

/** Target of SIGKILL: the server, the process of the database that serves it, or the whole database. */
export const faultTargets = ['server', 'backend', 'database'] as const
export type FaultTarget = (typeof faultTargets)[number]

/** A place at which the server waits: the nth call with this text in a step, such as the second run of a job. */
export interface Point {
  step: string
  call: string
  nth: number
}

export interface Fault {
  point: Point
  target: FaultTarget
  moment: Moment
}

/** Attempts of a step, of which one has the fault; others find a request that is leased. */
const mostAttempts = 8
/** Longer than a process has a request of a payment for itself. */
const afterLeaseMs = 130_000
/** Longer than a payment waits for a message before its provider is asked. */
const afterSilenceMs = 16 * 60_000
/** Longer than a session waits for its last readings. */
const afterStopMs = 5_000
/** Statements of other parts of the server, which run at any time; the begin of a transaction changes nothing. */
export const background =
  /^(listen|(prepared )?begin|rollback|select pg_notify|with lost)|\b(api_log|event_log|ocpp_log|audit_anchors|bulk_run_items|second_factors|server_processes|pg_try_advisory_xact_lock)\b|from audit_log|update audit_log|sessions where code/i

/**
 * Billing from the end of a session to a dispute, with a server process, a database and an imitation of Stripe that survive
 * each other. Each step is repeated until it succeeds, as jobs, providers and callers repeat it. One call of a round can be
 * stopped: the target is killed before the call is carried out, or before its result arrives.
 */
export class BillingRounds {
  /** Places at which the server waited in the last round, in their order. */
  points: Point[] = []
  private readonly folder: string
  private readonly database: EmbeddedDatabase
  private readonly proxy: FaultProxy
  private readonly server: ServerProcess
  readonly stripe: TestStripeServer
  readonly pool: Pool
  private readonly db: Kysely<Database>
  private readonly payers = { later: { client: '', card: '' }, prepaid: { client: '', card: '' } }
  private number = 0
  private offsetMs = 0
  private step = ''
  /** Counts how often a step was done in this round, and a call was made in this attempt. */
  private readonly steps = new Map<string, number>()
  private readonly counts = new Map<string, number>()
  private pending: Fault | null = null
  private isStopped = false
  private isKilled = false

  private constructor(parts: {
    folder: string
    database: EmbeddedDatabase
    proxy: FaultProxy
    server: ServerProcess
    stripe: TestStripeServer
    pool: Pool
  }) {
    this.folder = parts.folder
    this.database = parts.database
    this.proxy = parts.proxy
    this.server = parts.server
    this.stripe = parts.stripe
    this.pool = parts.pool
    this.db = createDatabase(parts.pool)
    this.proxy.onCall = ({ sql: text, previous }) => {
      if (text !== 'commit' && text !== 'prepared commit')
        return background.test(text) ? null : this.pass(text)
      // a commit is known by what it commits
      return background.test(previous) ? null : this.pass(`commit after: ${previous}`)
    }
    this.proxy.onStopped = (call) => this.kill(call)
    this.stripe.onRequest = (request) => this.pass(`Stripe: ${request}`)
    this.stripe.onStopped = () => this.kill(null)
  }

  static async open(): Promise<BillingRounds> {
    buildServer()
    const folder = await mkdtemp(join(await fastestFolder(), 'stationmaster-billing-'))
    const database = await startEmbeddedDatabase({
      folder: join(folder, 'postgres'),
      print: () => {},
      settings: settingsForTests,
    })
    const pool = createPool({ url: database.url, max: 2, name: 'test' })
    const db = createDatabase(pool)
    await migrate(db)
    await makePartitions(db, new Date())
    const proxy = await FaultProxy.open(database.url)
    const stripe = await TestStripeServer.open()
    const server = new ServerProcess(
      { DATABASE_URL: proxy.url, DATA_DIR: join(folder, 'data'), ...stripe.environment },
      { script: './billing-process.mjs' },
    )
    await server.start()
    const rounds = new BillingRounds({ folder, database, proxy, server, stripe, pool })
    await rounds.prepare()
    return rounds
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.proxy.close()
    await this.stripe.close()
    await this.pool.end()
    await this.database.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  private async prepare(): Promise<void> {
    const { id } = await this.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await addTariff({ db: this.db }, id)
    await this.server.call(sellerSet.path, { ...sellerData, schedule: 'immediate', isdefault: true })
    for (const [name, isprepaid] of [
      ['later', false],
      ['prepaid', true],
    ] as const) {
      const fields = { id: null, name, isprepaid, ...address }
      const client = await this.server.call<{ id: string }>(clientSet.path, fields)
      const card = await this.server.call<{ id: string }>(cardSet.path, {
        id: null,
        code: `PAYER-${name}`,
        client: client.id,
      })
      this.payers[name] = { client: client.id, card: card.id }
    }
    await sql`insert into stations (id, account_id, identity) values (${newId()}, ${id}, 'CP-1')`.execute(
      this.db,
    )
    await this.topUp('100000.00')
  }

  /** Bills two sessions and takes, returns and loses money; the fault happens on the way. Returns false if it did not. */
  async run(fault: Fault | null = null): Promise<boolean> {
    this.points = []
    this.steps.clear()
    this.pending = fault
    await this.forward(afterStopMs)
    const sessions = await this.startSessions()
    await this.work('prepaid.hold')
    await this.endSessions(sessions)
    await this.work('charges.rate')
    await this.work('invoices.issue')
    await this.payInvoice(await this.invoiceOf(sessions.later))
    await this.topUp('10.00')
    await this.settle()
    return this.pending === null
  }

  /** Adds a running session of each client; returns their ids. */
  private async startSessions(): Promise<{ later: string; prepaid: string }> {
    const ids = { later: newId(), prepaid: newId() }
    for (const name of ['later', 'prepaid'] as const) {
      this.number += 1
      const { card } = this.payers[name]
      await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id,
          decision, start_key, started_at, meter_start_wh, state)
        select ${ids[name]}, ${this.number}, s.account_id, s.id, ${this.number}::int, c.code, c.code_folded, c.id,
          'Accepted', ${`key ${this.number}`}, now() - interval '1 hour', 0, 'running'
        from stations s, cards c where c.id = ${card}`.execute(this.db)
    }
    return ids
  }

  private async endSessions({ later, prepaid }: { later: string; prepaid: string }): Promise<void> {
    await sql`update transactions set state = 'finished', stopped_at = now() - interval '1 minute',
      received_stop_at = now(), meter_stop_wh = 1000, energy_wh = 1000 where id in (${later}, ${prepaid})`.execute(
      this.db,
    )
    await this.forward(afterStopMs)
  }

  private async invoiceOf(session: string): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select distinct invoice_id as id from charges where transaction_id = $1',
      [session],
    )
    if (rows.length !== 1) throw new Error(`the session is on ${rows.length} invoices`)
    return rows[0]!.id
  }

  /** Pays an invoice, which another one replaces; credits that one, and returns the money. */
  private async payInvoice(invoice: string): Promise<void> {
    const payment = newId()
    this.stripe.pay(await this.pageOf({ id: payment, provider: 'stripe', invoice }))
    await this.receive()
    const reason = { reason: 'Fault test' }
    await this.method('replace', invoice, reason, async () => (await this.replacementOf(invoice)) !== null)
    const next = (await this.replacementOf(invoice))!
    await this.method('credit', next, reason, () =>
      this.has('select from invoices where corrects_id = $1', next),
    )
    const refund = newId()
    await this.method('refund', payment, { refund }, () =>
      this.has("select from refunds where id = $1 and state = 'succeeded'", refund),
    )
    await this.receive()
  }

  private async replacementOf(invoice: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>('select id from invoices where replaces_id = $1', [
      invoice,
    ])
    return rows[0]?.id ?? null
  }

  /** Pays in advance, captured by a user, and disputes a part. */
  private async topUp(amount: string): Promise<void> {
    const payment = newId()
    const { client } = this.payers.prepaid
    const body = { id: payment, provider: 'stripe', client, amount, capture: 'later' }
    const intent = this.stripe.pay(await this.pageOf(body))
    await this.receive()
    await this.method('capture', payment, {}, () =>
      this.has("select from payments where id = $1 and state = 'succeeded'", payment),
    )
    const dispute = this.stripe.dispute(intent, 100)
    await this.receive()
    this.stripe.closeDispute(dispute, 'lost')
    this.stripe.payOut(100)
    await this.receive()
  }

  /** Creates a payment until its page is known; returns the id of the page. */
  private async pageOf(body: Record<string, unknown> & { id: string }): Promise<string> {
    await this.attempt('payment.create', async () => {
      await this.server.call(paymentCreate.path, body)
      await this.server.command({ job: 'payments.reconcile' })
      return this.has('select from payments where id = $1 and session_reference is not null', body.id)
    })
    const { rows } = await this.pool.query<{ page: string }>(
      'select session_reference as page from payments where id = $1',
      [body.id],
    )
    return rows[0]!.page
  }

  /** Runs a method until its effect is there. */
  private method(
    code: string,
    id: string,
    params: Record<string, unknown>,
    isDone: () => Promise<boolean>,
  ): Promise<void> {
    return this.attempt(`method.${code}`, async (isRepeated) => {
      // a request whose response was lost may have been stored: the job carries it out
      if (isRepeated) await this.server.command({ job: 'payments.reconcile' })
      if (await isDone()) return true
      await this.server.call(methodRun.path, { id, code, params })
      return isDone()
    })
  }

  /** Delivers all messages of Stripe twice, the newest first, and processes them. */
  private async receive(): Promise<void> {
    const events = this.stripe.takeEvents().toReversed()
    for (const event of [...events, ...events])
      await this.attempt('webhook', async () => {
        return (await this.stripe.deliver(`http://127.0.0.1:${this.server.port}`, event)) === 200
      })
    await this.work('payments.reconcile')
    if (this.stripe.events.length > 0) await this.receive()
  }

  private work(job: string): Promise<void> {
    return this.attempt(job, async () => {
      await this.server.command({ job })
      return true
    })
  }

  /** Runs the jobs until nothing is left to do. */
  private async settle(): Promise<void> {
    await this.forward(afterSilenceMs)
    for (const job of ['charges.rate', 'invoices.issue', 'payments.reconcile', 'prepaid.hold'])
      await this.work(job)
    await this.receive()
    await this.work('ledger.verify')
  }

  private async has(query: string, id: string): Promise<boolean> {
    return (await this.pool.query(query, [id])).rows.length > 0
  }

  /** Repeats a step until it returns true, after what was killed has been started again. */
  private async attempt(name: string, work: (isRepeated: boolean) => Promise<boolean>): Promise<void> {
    let last: unknown = 'it was not done'
    const { pending } = this
    const nth = (this.steps.get(name) ?? 0) + 1
    this.steps.set(name, nth)
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      this.counts.clear()
      this.step = `${name} ${nth}`
      try {
        if (await work(attempt > 0)) {
          // the server may have repeated by itself the call that was stopped
          if (this.pending !== pending) await this.revive()
          return
        }
      } catch (error) {
        last = error
      } finally {
        this.step = ''
      }
      await this.revive()
      await this.forward(afterLeaseMs)
    }
    throw new Error(`${name} did not succeed: ${last instanceof Error ? last.stack : String(last)}`)
  }

  /** Counts a call of the step; returns when it is to be stopped. */
  private pass(text: string): Moment | null {
    if (this.step === '') return null
    const call = text.replaceAll(/\s+/g, ' ').trim()
    const nth = (this.counts.get(call) ?? 0) + 1
    this.counts.set(call, nth)
    this.points.push({ step: this.step, call, nth })
    const { pending } = this
    if (pending === null || this.isStopped) return null
    const { point, moment } = pending
    const isMeant = point.step === this.step && point.call === call && point.nth === nth
    if (isMeant) this.isStopped = true
    return isMeant ? moment : null
  }

  private kill(call: DatabaseCall | null): void {
    const { target } = this.pending!
    this.pending = null
    this.isStopped = false
    if (target === 'server') {
      this.isKilled = true
      this.server.killNow()
    }
    // while the server waits for Stripe, its connections are idle: one of them is killed with the whole database
    else if (target === 'backend' && call) process.kill(call.backend, 'SIGKILL')
    else process.kill(this.database.processId(), 'SIGKILL')
  }

  private async revive(): Promise<void> {
    await eventually(
      () =>
        this.pool.query('select').then(
          () => true,
          () => false,
        ),
      60_000,
    )
    if (!this.isKilled) return
    this.isKilled = false
    await this.server.kill()
    await this.server.start()
    await this.forward(0)
  }

  /** Moves the clock of the server. Tokens may have expired then. */
  private async forward(ms: number): Promise<void> {
    this.offsetMs += ms
    await this.server.command({ offsetMs: this.offsetMs })
    if (ms <= afterStopMs) return
    // PostgreSQL ends its other processes only a moment after one was killed
    const signedIn = () =>
      this.server.signInAgain().then(
        () => true,
        (error: Error) => {
          if (!error.message.endsWith(' 503')) throw error
          return false
        },
      )
    await eventually(signedIn, 60_000)
  }
}
