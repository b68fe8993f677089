import {
  clientSet,
  invoiceDraft,
  invoiceGet,
  methodRun,
  paymentGet,
  sellerSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { postJournals, sessionRated } from '../src/modules/ledger/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { sumsOfLedger } from './ledger-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

const address = { street: 'Ring 1', postalcode: '1010', city: 'Wien', countrycode: 'AT' }
const october = { periodfrom: '2026-10-01', periodto: '2026-10-31' }

/** An operator with a seller, its clients and their invoices. */
export class Billing {
  readonly server: TestServer
  operator: TestUser
  private readonly seller: string

  private constructor(server: TestServer, operator: TestUser, seller: string) {
    this.server = server
    this.operator = operator
    this.seller = seller
  }

  static async open(server: TestServer): Promise<Billing> {
    const operator = await server.user('olga')
    const legal = {
      name: 'Magrathea Charging GmbH',
      street: 'Hafenstraße 1',
      postalcode: '20457',
      city: 'Hamburg',
      countrycode: 'DE',
      vatid: 'DE123456789',
      iban: 'DE89 3704 0044 0532 0130 00',
      email: 'billing@magrathea.example',
      timezone: 'Europe/Berlin',
      schedule: 'manual',
    }
    const { id } = await server.request(sellerSet, { id: null, ...legal }, operator)
    return new Billing(server, operator, id)
  }

  async addClient(): Promise<string> {
    const body = { id: null, name: `Client ${newId()}`, ...address }
    return (await this.server.request(clientSet, body, this.operator)).id
  }

  /** Adds a user of a client. */
  async userOf(client: string, name = `user-${newId()}`): Promise<TestUser> {
    const user = await this.server.user(name)
    await sql`update users set client_id = ${client} where id = ${user.id}`.execute(this.server.db)
    return user
  }

  /** Issues an invoice with one charge, and returns its id. */
  async issue(client: string, amountMinor: number): Promise<string> {
    await this.addCharge(client, amountMinor)
    const body = { client, seller: this.seller, ...october }
    const [invoice] = await this.server.request(invoiceDraft, body, this.operator)
    await this.run(invoice!.id, 'issue')
    return invoice!.id
  }

  private async addCharge(client: string, amountMinor: number): Promise<void> {
    const { db } = this.server
    const [rating, session] = [newId(), newId()]
    const { accountId } = this.operator
    await sql`insert into ratings (id, account_id, transaction_id, revision, engine, client_id, station_id, currency, input,
        input_sha256)
      values (${rating}, ${accountId}, ${session}, 0, 1, ${client}, ${newId()}, 'EUR', '', '')`.execute(db)
    await sql`insert into charges (id, account_id, rating_id, transaction_id, station_id, client_id, service, quantity, unit,
        price, currency, digits, amount_minor, before_limit_minor, tax_included, tax_bp, tariff_version_id, label, state,
        created_at)
      values (${newId()}, ${accountId}, ${rating}, ${session}, ${newId()}, ${client}, 'ENERGY', 10000, 'Wh', '0.45', 'EUR',
        2, ${amountMinor}, ${amountMinor}, true, 1900, ${newId()}, 'Harbour 1', 'processing',
        '2026-10-15T10:00:00Z')`.execute(db)
    const event = { accountId, clientId: client, currency: 'EUR', occurredAt: new Date(), ratingId: rating }
    await inTransaction(db, (tx) => postJournals(tx, [sessionRated({ ...event, amountMinor })]))
  }

  run(id: string, code: string, params?: Record<string, unknown>) {
    return this.server.request(methodRun, { id, code, ...(params && { params }) }, this.operator)
  }

  refuse(id: string, code: string, params?: Record<string, unknown>) {
    return this.server.requestError(methodRun, { id, code, ...(params && { params }) }, this.operator)
  }

  invoice(id: string) {
    return this.server.request(invoiceGet, { id }, this.operator)
  }

  payment(id: string) {
    return this.server.request(paymentGet, { id }, this.operator)
  }

  reconcile(): Promise<void> {
    return this.server.app.jobs.work('payments.reconcile')
  }

  /** Moves the clock forward, and signs the operator in again, whose token may have expired. */
  async forward(ms: number): Promise<void> {
    this.server.clock.forward(ms)
    this.operator = await this.server.signIn(this.operator.username)
  }

  /** Returns the sum of all balances and the number of wrong ones, which are always zero. */
  async ledger(): Promise<{ total: number; wrong: number }> {
    const { total, wrong } = await sumsOfLedger(this.server.db)
    return { total, wrong }
  }

  /** Returns the balance of a ledger account of the operator, or of a client, in minor units. */
  async balance(kind: string, ref: string): Promise<number> {
    const { rows } = await sql<{ balance: number }>`select (b.credit_minor - b.debit_minor)::bigint as balance
      from ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id
      where a.account_id = ${this.operator.accountId} and a.kind = ${kind} and a.ref = ${ref}`.execute(
      this.server.db,
    )
    return rows[0]?.balance ?? 0
  }
}

export const balanced = { total: 0, wrong: 0 }
