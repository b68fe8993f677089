import { Type } from 'typebox'
import { clientRef } from './business-object.ts'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  AmountOfRequest,
  Bool,
  ById,
  closed,
  Count,
  Id,
  Instant,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

/** Accounts of clients that pay in advance are passive, others active. */
export const accountTypes = ['passive', 'active'] as const

const ClientAccount = Type.Object({
  id: Id,
  classcode: Text,
  typecode: Words(accountTypes),
  typename: Text,
  code: Text,
  statecode: Words(['enabled']),
  statename: Text,
  ...clientRef,
  currency: Text,
  /** Credits minus debits: negative if the client owes money. */
  balance: Amount,
  /** Reserved for running sessions. */
  held: Amount,
  creditlimit: Amount,
  created: Instant,
  /** False for users of a client: they cannot change the limit or the balance. */
  iseditable: Bool,
})

const ofAccounts = { subject: 'Accounts of clients', may: 'operator', use: sees('account') } as const

export const clientAccountList = endpoint({
  ...ofAccounts,
  path: '/account/list',
  summary: 'Accounts of clients that the caller may see, with their balances',
  csv: true,
  body: ListQuery,
  answer: Type.Array(ClientAccount),
})

export const clientAccountCount = endpoint({
  ...ofAccounts,
  path: '/account/count',
  summary: 'How many accounts of clients match',
  body: ListQuery,
  answer: Count,
})

export const clientAccountGet = endpoint({
  ...ofAccounts,
  path: '/account/get',
  summary: 'One account of a client',
  body: ById,
  answer: ClientAccount,
})

const changesAccounts = {
  subject: 'Accounts of clients',
  may: 'operator',
  use: updates('account', ['crm']),
  answer: ClientAccount,
} as const

export const maxAdjustmentReason = 300

export const clientAccountOpen = endpoint({
  ...changesAccounts,
  path: '/account/open',
  summary: 'Open the account of a client in its currency, unless it exists. Not for users of a client',
  body: Type.Object({ /** Client. */ id: Id }, closed),
})

export const clientAccountLimit = endpoint({
  ...changesAccounts,
  path: '/account/limit',
  summary:
    'Change the amount by which the balance of an account may fall below zero. Not for users of a client',
  body: Type.Object({ id: Id, creditlimit: AmountOfRequest }, closed),
})

export const clientAccountAdjust = endpoint({
  ...changesAccounts,
  path: '/account/adjust',
  summary:
    'Correct the balance of an account, upwards or with a negative amount downwards. The reason is in the order and the audit trail. Not for users of a client',
  body: Type.Object(
    {
      id: Id,
      amount: Type.String({ pattern: String.raw`^-?\d{1,12}(\.\d{1,4})?$` }),
      reason: Type.String({ minLength: 1, maxLength: maxAdjustmentReason }),
      /** Chosen by the caller, so that a repeated request books the correction once. */
      adjustment: Optional(Id),
    },
    closed,
  ),
})

const Order = Type.Object({
  id: Id,
  classcode: Text,
  typecode: Text,
  typename: Text,
  code: Text,
  label: Text,
  description: Nullable(Text),
  statecode: Text,
  statename: Text,
  statustext: Text,
  /** Above zero. */
  amount: Amount,
  currency: Text,
  /** Time of the event. */
  datetime: Instant,
  /** Time of the booking. */
  operdate: Instant,
  created: Instant,
  lastupdate: Instant,
  invoice: Nullable(Id),
  /** Client whose account is the debit or credit account. */
  client: Nullable(Id),
  /** Account that is debited; null if the caller may not see it. */
  debit: Nullable(Id),
  debitcode: Nullable(Text),
  /** Account that is credited; null if the caller may not see it. */
  credit: Nullable(Id),
  creditcode: Nullable(Text),
  /** Client whose account is debited, else the operator. */
  payername: Text,
  /** Client whose account is credited, else the operator. */
  payeename: Text,
})

const ofOrders = { subject: 'Orders', may: 'operator', use: sees('order') } as const

export const orderList = endpoint({
  ...ofOrders,
  path: '/order/list',
  summary: 'Orders (transfers of the ledger) that the caller may see, newest first',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Order),
})

export const orderCount = endpoint({
  ...ofOrders,
  path: '/order/count',
  summary: 'How many orders match',
  body: ListQuery,
  answer: Count,
})

export const orderGet = endpoint({
  ...ofOrders,
  path: '/order/get',
  summary: 'One order',
  body: ById,
  answer: Order,
})
