import { type Static, Type } from 'typebox'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Empty, Int, Month, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Accounting'

/** Kinds of ledger accounts. */
export const ledgerKinds = [
  'client',
  'bank',
  'clearing',
  'dispute',
  'uninvoiced',
  'tax',
  'unapplied',
  'revenue',
  'owner_cost',
  'fees',
  'bad_debt',
  'rounding',
  'adjustment',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Numbers of ledger accounts of an account, and lines of a file. */
export const accountingLimits = { codes: 1_000, lines: 50_000 } as const

const AccountingCode = Type.Object(
  {
    kind: Words(ledgerKinds),
    /** Provider, client, or country and tax rate such as DE:1900; empty: all of the kind without their own. */
    ref: Type.String({ maxLength: 100 }),
    code: Type.String({ pattern: '^[0-9]{1,9}$' }),
  },
  closed,
)
export type AccountingCode = Static<typeof AccountingCode>

const fields = {
  /** Number of the tax adviser at DATEV, and of the account at the adviser. */
  consultant: Type.Integer({ minimum: 1001, maximum: 9_999_999 }),
  client: Type.Integer({ minimum: 1, maximum: 99_999 }),
  /** Month in which the financial year begins. */
  yearmonth: Type.Integer({ minimum: 1, maximum: 12 }),
  /** Digits of the numbers of general ledger accounts; those of clients have as many or one more. */
  codelength: Type.Integer({ minimum: 4, maximum: 8 }),
  /** IANA time zone of days and months. */
  timezone: Type.String({ minLength: 1, maxLength: 60 }),
}

export const accountingGet = endpoint({
  path: '/report/accounting/get',
  subject,
  summary:
    'Numbers under which bookings are exported to the bookkeeping, and the ledger accounts that can have one',
  may: 'operator',
  use: sees('seller'),
  query: true,
  body: Empty,
  answer: Type.Object({
    /** Null until they are set. */
    settings: Nullable(Type.Object(fields)),
    codes: Type.Array(AccountingCode),
    /** Ledger accounts without those of clients. */
    accounts: Type.Array(Type.Object({ kind: Words(ledgerKinds), ref: Text })),
    currency: Text,
    /** Currencies of bookings, that of the account first. */
    currencies: Type.Array(Text),
  }),
})

export const accountingSet = endpoint({
  path: '/report/accounting/set',
  subject,
  summary: 'Set the numbers under which bookings are exported to the bookkeeping',
  may: 'operator',
  use: updates('seller'),
  body: Type.Object(
    { ...fields, codes: Type.Array(AccountingCode, { maxItems: accountingLimits.codes }) },
    closed,
  ),
  answer: Type.Object({ result: Type.Boolean() }),
})

export const accountingFile = endpoint({
  path: '/report/accounting/file',
  subject,
  summary:
    'Bookings of a month as a file in the DATEV format (EXTF, batch of bookings); sessions are one line per day and account',
  may: 'operator',
  use: sees('seller'),
  query: true,
  body: Type.Object(
    {
      month: Month(),
      /** By default that of the account. */
      currency: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    },
    closed,
  ),
  answer: Type.Object({
    name: Text,
    lines: Int,
    /** File in base64, encoded in Windows-1252. */
    data: Text,
  }),
})
