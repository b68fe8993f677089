import { currencyDigits } from '@stationmaster/contract'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { addDemoInvoice, type DemoLine, findDemoSeller } from '../invoices/index.ts'
import { timeZoneOfStation } from '../stations/index.ts'
import { demoTariffs } from './demo-tariffs.ts'

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Client with invoices; its tariff has one price, without tax. */
const clientCode = 'DEMO-FLEET'
const tariff = demoTariffs.find(({ client }) => client === clientCode)!
const [component] = tariff.prices.elements[0]!.price_components
/** Sessions on one invoice of the demo. */
const maxLines = 20

interface Session {
  id: string
  number: number
  station: string
  place: string | null
  startedAt: Date
  stoppedAt: Date
  timeZone: string | null
  meterStartWh: number
  meterStopWh: number
}

/**
 * Adds a seller and invoices for the sessions of a client in four weeks: one that is paid, one that is overdue, one that is
 * credited in part, and a draft. Their amounts are those of its tariff.
 */
export async function insertInvoices(
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string; currency: string }>`select p.id, a.currency_code as currency
    from clients p join accounts a on a.id = p.account_id
    where p.account_id = ${accountId} and p.code = ${clientCode} and p.is_demo`.execute(tx)
  const [client] = rows
  if (!client) return
  await insertSeller(tx, { accountId, created: new Date(now.getTime() - 32 * dayMs) })
  const seller = await findDemoSeller(tx, accountId)
  if (!seller) return
  const today = now.getTime()
  const digits = currencyDigits(client.currency) ?? 2
  const week = async (first: number) => {
    const from = today - first * dayMs
    const sessions = await sessionsOf(tx, client.id, {
      from: new Date(from),
      until: new Date(from + 7 * dayMs),
    })
    const lines = sessions.map((session) => lineOf(session, digits))
    const period = { from: dayOf(from), to: dayOf(from + 6 * dayMs) }
    return { seller, clientId: client.id, currency: client.currency, lines, period }
  }
  const issued = (daysAgo: number, state: 'in_progress' | 'paid' | 'closed') => {
    const at = today - daysAgo * dayMs
    return { at: new Date(at), day: dayOf(at), due: dayOf(at + 14 * dayMs), state }
  }
  const [paid, overdue, credited, draft] = await Promise.all([28, 21, 14, 7].map(week))
  if (paid!.lines.length > 0) {
    const { id, grossMinor } = await addDemoInvoice(tx, { ...paid!, issue: issued(21, 'paid') })
    await sql`update invoices set paid_minor = ${grossMinor} where id = ${id}`.execute(tx)
  }
  if (overdue!.lines.length > 0) {
    const issue = { ...issued(14, 'in_progress'), due: dayOf(today - 8 * dayMs) }
    const { id } = await addDemoInvoice(tx, { ...overdue!, issue })
    await sql`update invoices set reminders = 1, reminded_at = ${new Date(today - dayMs)} where id = ${id}`.execute(
      tx,
    )
  }
  if (credited!.lines.length > 0) {
    const { id } = await addDemoInvoice(tx, { ...credited!, issue: issued(7, 'in_progress') })
    const note = { ...issued(5, 'closed'), due: null }
    const corrects = { id, reason: 'The station was out of order' }
    const lines = credited!.lines.slice(0, 1)
    const { grossMinor } = await addDemoInvoice(tx, { ...credited!, lines, issue: note, corrects })
    await sql`update invoices set credited_minor = ${grossMinor} where id = ${id}`.execute(tx)
  }
  if (draft!.lines.length > 0) await addDemoInvoice(tx, { ...draft!, issue: null })
}

async function insertSeller(
  tx: Tx,
  { accountId, created }: { accountId: string; created: Date },
): Promise<void> {
  await tx
    .insertInto('sellers')
    .values({
      id: newId(created.getTime()),
      account_id: accountId,
      state: 'enabled',
      code: 'DEMO-SELLER',
      name: 'Demo Charging GmbH',
      description: 'Seller of the demo: its invoices are trials, and nothing is booked for them.',
      street: 'Beispielstraße 12',
      postal_code: '10115',
      city: 'Berlin',
      country_code: 'DE',
      vat_id: 'DE123456789',
      register: 'Amtsgericht Berlin, HRB 0000',
      managing: 'Erika Mustermann',
      iban: 'DE02120300000000202051',
      email: 'billing@example.com',
      phone: '+49 30 5550100',
      number_pattern: 'DEMO-{series}-{year}-{number}',
      invoice_schedule: 'manual',
      time_zone: 'Europe/Berlin',
      is_demo: true,
      created_at: created,
      updated_at: created,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns finished sessions of the cards of a client in a time. */
async function sessionsOf(
  tx: Tx,
  clientId: string,
  { from, until }: { from: Date; until: Date },
): Promise<Session[]> {
  const { rows } =
    await sql<Session>`select t.id, t.number, s.identity as station, coalesce(z.label, s.address) as place,
      t.started_at as "startedAt", t.stopped_at as "stoppedAt", ${sql.raw(timeZoneOfStation)} as "timeZone",
      t.meter_start_wh as "meterStartWh", t.meter_stop_wh as "meterStopWh"
    from transactions t join cards k on k.id = t.card_id join stations s on s.id = t.station_id
      left join sites z on z.id = s.site_id
    where k.client_id = ${clientId} and k.is_demo and t.state = 'finished' and t.meter_stop_wh > t.meter_start_wh
      and t.stopped_at >= ${from} and t.stopped_at < ${until}
    order by t.started_at, t.id limit ${maxLines}`.execute(tx)
  return rows
}

function lineOf(session: Session, digits: number): DemoLine {
  const wh = session.meterStopWh - session.meterStartWh
  const price = Number(component!.price)
  const started = session.startedAt.toISOString()
  const stopped = session.stoppedAt.toISOString()
  return {
    transactionId: session.id,
    transactionNumber: session.number,
    service: 'ENERGY',
    station: session.station,
    place: session.place,
    tariff: tariff.label,
    startedAt: session.startedAt,
    endedAt: session.stoppedAt,
    timeZone: session.timeZone ?? 'UTC',
    meterStartWh: session.meterStartWh,
    meterStopWh: session.meterStopWh,
    quantity: wh,
    unit: 'Wh',
    price: component!.price,
    amountMinor: Math.round((wh * price * 10 ** digits) / 1000),
    taxBp: tariff.prices.vat,
    country: 'DE',
    parts: [
      {
        from: started,
        to: stopped,
        quantity: wh,
        element: 0,
        price: component!.price,
        // prices of the demo have two decimals, so five are exact
        exact: ((wh * Math.round(price * 100)) / 100_000).toFixed(5),
        reason: 'price',
      },
    ],
  }
}
