import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { missingOfSeller } from './seller-list-store.ts'

/** Seller as invoices state it; the names are those of the stored copy. */
export interface SellerOfInvoice {
  id: string
  accountId: string
  name: string
  label: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  countryCode: string | null
  vatId: string | null
  taxNumber: string | null
  register: string | null
  managing: string | null
  iban: string | null
  bic: string | null
  email: string | null
  phone: string | null
  website: string | null
  electronicAddress: string | null
  electronicScheme: string | null
  isSmallBusiness: boolean
  numberPattern: string
  paymentDays: number
  schedule: 'monthly' | 'immediate' | 'manual'
  timeZone: string
  /** Fields that an invoice requires and that are empty. */
  missing: string[]
}

const sellerColumns = sql`v.id, v.account_id as "accountId", v.name, v.label, v.street, v.postal_code as "postalCode",
  v.city, v.country_code as "countryCode", v.vat_id as "vatId", v.tax_number as "taxNumber", v.register, v.managing,
  v.iban, v.bic, v.email, v.phone, v.website, v.electronic_address as "electronicAddress",
  v.electronic_scheme as "electronicScheme", v.is_small_business as "isSmallBusiness",
  v.number_pattern as "numberPattern", v.payment_days as "paymentDays", v.invoice_schedule as schedule,
  v.time_zone as "timeZone", ${missingOfSeller} as missing`

/** Returns the seller of the demo, which issues nothing but the invoices that the demo adds. */
export async function findDemoSeller(db: Db, accountId: string): Promise<SellerOfInvoice | null> {
  const { rows } = await sql<SellerOfInvoice>`select ${sellerColumns} from sellers v
    where v.account_id = ${accountId} and v.is_demo`.execute(db)
  return rows[0] ?? null
}

/** Returns a seller of the account, the default one without an id; null if there is none. */
export async function findSeller(
  db: Db,
  { accountId, id = null }: { accountId: string; id?: string | null },
): Promise<SellerOfInvoice | null> {
  const { rows } = await sql<SellerOfInvoice>`select ${sellerColumns} from sellers v
    where v.account_id = ${accountId} and v.state = 'enabled' and not v.is_demo
      and (case when ${id}::uuid is null then v.is_default else v.id = ${id}::uuid end)`.execute(db)
  return rows[0] ?? null
}

/** Returns the sellers that issue invoices by themselves. */
export async function sellersWithSchedule(db: Db): Promise<SellerOfInvoice[]> {
  const { rows } = await sql<SellerOfInvoice>`select ${sellerColumns} from sellers v
    where v.is_default and v.state = 'enabled' and not v.is_demo order by v.id`.execute(db)
  return rows
}

/** Client as invoices state it; the names are those of the stored copy. */
export interface BuyerOfInvoice {
  id: string
  accountId: string
  code: string
  name: string
  type: string
  street: string | null
  postalCode: string | null
  city: string | null
  countryCode: string | null
  vatId: string | null
  email: string | null
  buyerReference: string | null
  electronicAddress: string | null
  electronicScheme: string | null
  isReverseCharge: boolean
  paymentDays: number | null
  schedule: 'monthly' | 'immediate' | 'manual' | null
  locale: string
}

export async function findBuyer(tx: Db, id: string): Promise<BuyerOfInvoice | null> {
  const { rows } =
    await sql<BuyerOfInvoice>`select p.id, p.account_id as "accountId", p.code, p.name, p.type, p.street,
      p.postal_code as "postalCode", p.city, p.country_code as "countryCode", p.vat_id as "vatId", p.email,
      p.buyer_reference as "buyerReference", p.electronic_address as "electronicAddress",
      p.electronic_scheme as "electronicScheme", p.is_reverse_charge as "isReverseCharge",
      p.payment_days as "paymentDays", p.invoice_schedule as schedule, p.locale
    from clients p where p.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Returns the fields of a client that an invoice requires and that are empty: companies need their address, and a VAT
 * number if they owe the tax; invoices of small amounts to persons need only a name (§ 33 UStDV).
 */
export function missingOfBuyer(buyer: BuyerOfInvoice): string[] {
  const address: [string, string | null][] = [
    ['street', buyer.street],
    ['postalcode', buyer.postalCode],
    ['city', buyer.city],
    ['countrycode', buyer.countryCode],
  ]
  const required = [
    ...(buyer.type === 'driver' ? [] : address),
    ...(buyer.isReverseCharge ? ([['vatid', buyer.vatId]] as const) : []),
  ]
  return required.filter(([, value]) => value === null).map(([name]) => name)
}
