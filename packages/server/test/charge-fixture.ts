import { sessionCost, stationSet, type TariffDefinition } from '@stationmaster/contract'
import { sql } from 'kysely'
import { postJournals, topUp } from '../src/modules/ledger/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { RawStation } from './raw-station.ts'
import type { TestServer, TestUser } from './test-server.ts'

/** 0.42 per kWh and 1.00 per session, with 19 % tax. */
export const energyAndFee: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [
    {
      price_components: [
        { type: 'ENERGY', price: '0.42' },
        { type: 'FLAT', price: '1.00' },
      ],
    },
  ],
}

/** Pays an amount in minor units into the account of a client. */
export const payIn = (
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  { accountId, clientId, amountMinor }: { accountId: string; clientId: string; amountMinor: number },
): Promise<unknown> =>
  inTransaction(db, (tx) =>
    postJournals(tx, [
      topUp({
        accountId,
        clientId,
        currency: 'EUR',
        occurredAt: clock.now(),
        paymentId: newId(),
        provider: 'manual',
        amountMinor,
      }),
    ]),
  )

/** Adds an active tariff of an account for one client or all, with a commission in basis points; returns the id of its version. */
export async function addTariff(
  { db }: Pick<TestServer, 'db'>,
  accountId: string,
  definition: TariffDefinition = energyAndFee,
  { commissionBp = 0, client = null }: { commissionBp?: number; client?: string | null } = {},
): Promise<string> {
  const [tariff, version] = [newId(), newId()]
  await sql`insert into tariffs (id, account_id, code, label, currency, state, client_id)
    values (${tariff}, ${accountId}, ${`T-${tariff.slice(-8)}`}, 'Standard', ${definition.currency}, 'active', ${client})`.execute(
    db,
  )
  await sql`insert into tariff_versions (id, account_id, tariff_id, number, state, definition, hash, service, afir_limited,
      type, currency, valid_from, activated_at, commission_bp, client_id)
    values (${version}, ${accountId}, ${tariff}, 1, 'active', ${JSON.stringify(definition)}::jsonb, 'hash', 'energy', false,
      'regular', ${definition.currency}, '2020-01-01', '2020-01-01', ${commissionBp}, ${client})`.execute(db)
  return version
}

export async function addClient(
  { db }: Pick<TestServer, 'db'>,
  accountId: string,
  name: string,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('clients')
    .values({
      id,
      account_id: accountId,
      code: `C-${id.slice(-8)}`,
      name,
      currency_code: 'EUR',
      state: 'enabled',
    })
    .execute()
  return id
}

export async function addCard(
  { db }: Pick<TestServer, 'db'>,
  accountId: string,
  clientId: string | null,
): Promise<string> {
  const [id, code] = [newId(), `TAG${newId().slice(-9)}`.toUpperCase()]
  await db
    .insertInto('cards')
    .values({
      id,
      account_id: accountId,
      code,
      code_folded: code.toLowerCase(),
      client_id: clientId,
      state: 'enabled',
      max_transactions: 100,
    })
    .execute()
  return code
}

/** A user of a client, signed in. */
export async function addMember(server: TestServer, accountId: string, clientId: string): Promise<TestUser> {
  const username = `member-${newId()}`
  const { id } = await server.addUser(username, { accountId })
  await server.db.updateTable('users').set({ client_id: clientId }).where('id', '=', id).execute()
  return server.signIn(username)
}

/** A station that is connected and has booted. */
export async function connectStation(server: TestServer, operator: TestUser, identity: string) {
  const { key, station } = await server.request(stationSet, { id: null, identity }, operator)
  const url = server.url.replace('http', 'ws')
  const socket = await RawStation.connect({ url, identity, key: key! })
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  const status = { connectorId: 1, errorCode: 'NoError', status: 'Available' }
  await socket.call('StatusNotification', status)
  return { id: station.id, socket }
}

const minuteMs = 60_000
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

export interface Charged {
  /** Number of the session. */
  number: number
  stop: { transactionId: number; meterStop: number; timestamp: string }
}

/** Charges energy within the last hour; returns the number of the session and the stop that was sent. */
export async function chargeEnergy(
  socket: RawStation,
  idTag: string,
  {
    wh,
    meterStart = 1_000,
    from = 60,
    to = 30,
  }: { wh: number; meterStart?: number; from?: number; to?: number },
): Promise<Charged> {
  const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 1,
    idTag,
    meterStart,
    timestamp: minutesAgo(from),
  })
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [
      {
        timestamp: minutesAgo((from + to) / 2),
        sampledValue: [{ value: String(meterStart + Math.floor(wh / 2)) }],
      },
    ],
  })
  const stop = { transactionId, meterStop: meterStart + wh, timestamp: minutesAgo(to) }
  await socket.call('StopTransaction', stop)
  return { number: transactionId, stop }
}

/**
 * Corrects the meter of an ended session, as the resolution of an unmatched message does.
 * @param wh energy beyond the start of the meter, which `chargeEnergy` sets to 1,000 Wh
 */
export const correctMeter = ({ db }: Pick<TestServer, 'db'>, id: string, wh: number) =>
  db
    .updateTable('transactions')
    .set({ energy_wh: wh, meter_stop_wh: 1_000 + wh })
    .where('id', '=', id)
    .execute()

/** Corrects the meter of a session that is on an invoice; returns a proposed charge. */
export async function proposeCorrection(
  server: TestServer,
  operator: TestUser,
  { session, wh }: { session: string; wh: number },
): Promise<string> {
  await correctMeter(server, session, wh)
  await rateAll(server)
  const { proposal } = await server.request(sessionCost, { id: session }, operator)
  return proposal!.charge!
}

/** Rates everything that is due. */
export async function rateAll(server: TestServer): Promise<void> {
  server.clock.forward(5_000)
  await server.app.jobs.work('charges.rate')
}

/** Returns the id of the session with a number. */
export const sessionId = async ({ db }: Pick<TestServer, 'db'>, number: number): Promise<string> =>
  (await db.selectFrom('transactions').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id

/** Returns the balance of a client in minor units: below zero is what it owes. */
export async function balance({ db }: Pick<TestServer, 'db'>, clientId: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(b.credit_minor - b.debit_minor), 0)::int as balance
    from ledger_balances b join ledger_accounts a on a.id = b.ledger_account_id
    where a.kind = 'client' and a.ref = ${clientId}`.execute(db)
  return rows[0]!.balance
}

/** Returns the sums of the entries of revenue of a session, amounts in minor units. */
export async function revenueOf({ db }: Pick<TestServer, 'db'>, session: string) {
  const { rows } = await sql<{ listed: number; sessions: number; energy: number }>`
    select sum(listed_minor)::int as listed, sum(sessions)::int as sessions, sum(energy_wh)::int as energy
    from revenue_entries where transaction_id = ${session}`.execute(db)
  return rows[0]!
}

/** Returns the ratings of a session in the order of their revisions. */
export const ratingsOf = ({ db }: Pick<TestServer, 'db'>, session: string) =>
  db
    .selectFrom('ratings')
    .select(['id', 'revision', 'hold_reason', 'gross_minor', 'superseded_by'])
    .where('transaction_id', '=', session)
    .orderBy('revision')
    .execute()

export const chargesOf = ({ db }: Pick<TestServer, 'db'>, session: string) =>
  db
    .selectFrom('charges')
    .select(['id', 'rating_id', 'service', 'amount_minor', 'state', 'quantity', 'reverses_id'])
    .where('transaction_id', '=', session)
    .orderBy('created_at')
    .orderBy('service')
    .execute()
