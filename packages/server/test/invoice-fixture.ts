import {
  clientSet,
  invoiceDraft,
  invoiceGet,
  invoiceList,
  methodRun,
  sellerSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { postJournals, sessionRated } from '../src/modules/ledger/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { address, sellerData } from './billing-data.ts'
import { chargeEnergy, rateAll, sessionId } from './charge-fixture.ts'
import type { RawStation } from './raw-station.ts'
import { TestServer, type TestUser } from './test-server.ts'

/** Time zone of the seller, by which invoices have their days. */
const timeZone = 'Europe/Berlin'

/** Returns the present day of the seller, `2026-10-31`. */
export const sellersToday = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())

/** Period of the drafts of tests. */
export const october = { periodfrom: '2026-10-01', periodto: '2026-10-31' }

interface ChargeOptions {
  amountMinor: number
  currency?: string
  isTaxIncluded?: boolean
  taxBp?: number
  endedAt?: string
  of: string
}

interface Opened {
  server: TestServer
  operator: TestUser
  seller: string
}

/** Opens a server with an operator and a complete seller. */
export async function openWithSeller(variables: Record<string, string>): Promise<Opened> {
  const server = await TestServer.open(variables)
  const operator = await server.user('olga')
  const { id: seller } = await server.request(sellerSet, { ...sellerData, timezone: timeZone }, operator)
  return { server, operator, seller }
}

/** Server with an operator and a complete seller, for tests of invoices. */
export class InvoiceFixture {
  readonly server: TestServer
  operator: TestUser
  readonly seller: string

  protected constructor({ server, operator, seller }: Opened) {
    this.server = server
    this.operator = operator
    this.seller = seller
  }

  static async open(variables: Record<string, string> = {}): Promise<InvoiceFixture> {
    return new InvoiceFixture(await openWithSeller(variables))
  }

  async addClient(fields: object = address): Promise<string> {
    const body = { id: null, name: `Client ${newId()}`, ...fields }
    return (await this.server.request(clientSet, body, this.operator)).id
  }

  /** Adds a charge as a rating books it. */
  async addCharge({
    amountMinor,
    currency = 'EUR',
    isTaxIncluded = true,
    taxBp = 1900,
    endedAt = '2026-10-15T10:00:00Z',
    of,
  }: ChargeOptions): Promise<string> {
    const { db } = this.server
    const { accountId } = this.operator
    const [rating, charge, session] = [newId(), newId(), newId()]
    await sql`insert into ratings (id, account_id, transaction_id, revision, engine, client_id, station_id, currency, input, input_sha256)
      values (${rating}, ${accountId}, ${session}, 0, 1, ${of}, ${newId()}, ${currency}, '', '')`.execute(db)
    await sql`insert into charges (id, account_id, rating_id, transaction_id, station_id, client_id, service, quantity, unit,
        price, currency, digits, amount_minor, before_limit_minor, tax_included, tax_bp, tariff_version_id, label, state, created_at)
      values (${charge}, ${accountId}, ${rating}, ${session}, ${newId()}, ${of}, 'ENERGY', 10000, 'Wh', '0.45', ${currency},
        2, ${amountMinor}, ${amountMinor}, ${isTaxIncluded}, ${taxBp}, ${newId()}, 'Harbour 1', 'processing', ${endedAt})`.execute(
      db,
    )
    if (amountMinor <= 0) return charge
    const event = { accountId, clientId: of, currency, occurredAt: new Date(), ratingId: rating, amountMinor }
    await inTransaction(db, (tx) => postJournals(tx, [sessionRated(event)]))
    return charge
  }

  draft(of: string) {
    return this.server.request(invoiceDraft, { client: of, seller: this.seller, ...october }, this.operator)
  }

  run(id: string, code: string, params?: Record<string, unknown>) {
    return this.server.request(methodRun, { id, code, ...(params && { params }) }, this.operator)
  }

  invoice(id: string) {
    return this.server.request(invoiceGet, { id }, this.operator)
  }

  /** Issues an invoice for charges of a client with these amounts; returns its id. */
  async issue(of: string, ...amounts: number[]): Promise<string> {
    for (const amountMinor of amounts) await this.addCharge({ amountMinor, of })
    const [invoice] = await this.draft(of)
    await this.run(invoice!.id, 'issue')
    return invoice!.id
  }

  /** Charges 10 kWh with a card, and issues the invoice of its client. */
  async invoiceSession(
    socket: RawStation,
    { client, card }: { client: string; card: string },
  ): Promise<{ session: string; invoice: string }> {
    const { number } = await chargeEnergy(socket, card, { wh: 10_000 })
    const session = await sessionId(this.server, number)
    await rateAll(this.server)
    await this.work('invoices.issue')
    const [invoice] = await this.ofClient(client)
    return { session, invoice: invoice!.id }
  }

  /** Invoices of a client, the oldest first. */
  ofClient(of: string) {
    return this.server.request(invoiceList, { filter: { client: of }, orderby: ['created'] }, this.operator)
  }

  async setSchedule(of: string, schedule: string): Promise<void> {
    await sql`update clients set invoice_schedule = ${schedule} where id = ${of}`.execute(this.server.db)
  }

  work(job: string) {
    return this.server.app.jobs.work(job)
  }
}
