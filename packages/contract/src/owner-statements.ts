import { type Static, Type } from 'typebox'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { InvoiceDocumentRow } from './invoices.ts'
import {
  Amount,
  Bool,
  closed,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  Month,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Owner statements'

export const ownerStatementStates = ['open', 'paid'] as const

/** Shares that are booked in one transaction, and statements that one request or run creates or renders. */
export const ownerLimits = { booked: 500, statements: 10_000, documents: 100 } as const

const amounts = {
  sessions: Int,
  /** Wh. */
  energy: Int,
  net: Amount,
  commission: Amount,
  /** `net` less `commission`. */
  share: Amount,
}

/** Monthly statement of an owner of stations. */
export const OwnerStatement = Type.Object({
  id: Id,
  /** Reference of the payment. */
  code: Text,
  /** First day of the month. */
  month: Text,
  ownerid: Id,
  ownercode: Text,
  ownername: Text,
  currency: Text,
  ...amounts,
  statecode: Words(ownerStatementStates),
  /** True for a statement of the demo, which is never paid. */
  demo: Bool,
  /** Bank account to which it was paid, or is to be paid. */
  iban: Nullable(Text),
  holder: Nullable(Text),
  paid: Nullable(Instant),
  created: Instant,
})
export type OwnerStatement = Static<typeof OwnerStatement>

export const ownerStatementList = endpoint({
  path: '/owner_statement/list',
  subject,
  summary: 'Statements of the owners of stations, newest first; with `statecode` open the list of payouts',
  may: 'operator',
  use: sees('invoice'),
  names: 'rows',
  csv: true,
  body: Type.Object(
    {
      /** Client. */
      owner: Optional(Id),
      month: Optional(Month()),
      statecode: Optional(Words(ownerStatementStates)),
      fields: Optional(Type.Array(Text)),
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      /** Continues behind the statement with this id. */
      after: Optional(Id),
    },
    closed,
  ),
  answer: Type.Array(OwnerStatement),
})

export const ownerStatementGet = endpoint({
  path: '/owner_statement/get',
  subject,
  summary: 'A statement of an owner, with a line per station',
  may: 'operator',
  use: sees('invoice'),
  query: true,
  body: JustId,
  answer: Type.Object({
    ...OwnerStatement.properties,
    lines: Type.Array(
      Type.Object({ stationid: Id, identity: Nullable(Text), sitename: Nullable(Text), ...amounts }),
    ),
    /** The PDF in the language of the owner, rendered within a minute after the statement was created. */
    documents: Type.Array(InvoiceDocumentRow),
  }),
})

export const ownerStatementCreate = endpoint({
  path: '/owner_statement/create',
  subject,
  summary: 'Create the statements of a month that is over; those that exist stay',
  may: 'operator',
  use: updates('invoice'),
  body: Type.Object({ month: Month() }, closed),
  answer: Type.Object({ created: Int }),
})

export const ownerStatementPay = endpoint({
  path: '/owner_statement/pay',
  subject,
  summary:
    'Note that a statement was paid to the bank account of its owner, and book it. Repeated calls have no effect',
  may: 'operator',
  use: updates('invoice'),
  body: JustId,
  answer: Done,
})

export const ownerBankSet = endpoint({
  path: '/owner_statement/bank/set',
  subject,
  summary: 'Set the bank account to which an owner of stations is paid',
  may: 'operator',
  use: updates('invoice'),
  body: Type.Object(
    {
      /** Client. */
      owner: Id,
      iban: Type.String({ minLength: 5, maxLength: 50 }),
      holder: Type.String({ minLength: 1, maxLength: 70 }),
    },
    closed,
  ),
  answer: Done,
})
