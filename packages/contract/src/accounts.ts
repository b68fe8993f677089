import { Type } from 'typebox'
import { allAreas, noClass, noClassIn, sees, sets } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Bool, closed, Id, Instant, Int, Nullable, Optional, Text, Words } from './shapes.ts'
import { bootPolicies } from './stations.ts'

const Counted = Type.Object({ used: Int, limit: Int })

/** Usage of an account's limits. Deleted objects do not count. */
export const Quotas = Type.Object({
  stations: Counted,
  cards: Counted,
  users: Counted,
  /**
   * MiB (2^20 bytes) of the OCPP log that its stations have written on this UTC day, with a short delay, and
   * the limit.
   */
  logmibperday: Counted,
})

export const Account = Type.Object({
  id: Id,
  code: Text,
  name: Text,
  currency_code: Text,
  balance: Amount,
  bootpolicy: Words(bootPolicies),
  maxtransactions: Int,
  askonboot: Bool,
  /** True if the local lists of stations are generated from cards and access rules. */
  autolocallists: Bool,
  heartbeat: Int,
  /** Operator id of eMI3, such as DE*ABC; null: EVSEs have no public ids. */
  operatorid: Nullable(Text),
  /** Minutes for which a free connector is offered to one driver of a queue. */
  queueminutes: Int,
  /** Minutes for which a driver may reserve a free connector; 0: not at all. */
  reserveminutes: Int,
  link: Text,
  created: Instant,
  quotas: Quotas,
})

export const accountGet = endpoint({
  path: '/account/own',
  subject: 'Account',
  may: 'operator',
  use: sees('account'),
  summary: "The caller's own account",
  body: Type.Object({}, closed),
  answer: Account,
})

export const accountSet = endpoint({
  path: '/account/own/set',
  subject: 'Account',
  may: 'admin',
  use: sets('account', null),
  summary: "Change the account's rules for its stations",
  body: Type.Object(
    {
      name: Optional(Type.String({ minLength: 1, maxLength: 120 })),
      bootpolicy: Optional(Words(bootPolicies)),
      maxtransactions: Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      askonboot: Optional(Bool),
      autolocallists: Optional(Bool),
      heartbeat: Optional(Type.Integer({ minimum: 10, maximum: 86_400 })),
      /** First part of the public ids of EVSEs. */
      operatorid: Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}[*][A-Z0-9]{3}$' }))),
      queueminutes: Optional(Type.Integer({ minimum: 2, maximum: 60 })),
      reserveminutes: Optional(Type.Integer({ minimum: 0, maximum: 60 })),
    },
    closed,
  ),
  answer: Account,
})

const Limit = Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 })))

const OwnLimits = Type.Object({
  accountid: Id,
  code: Text,
  name: Text,
  /** The account's own limits; null for the default of the server. */
  maxstations: Nullable(Int),
  maxcards: Nullable(Int),
  maxusers: Nullable(Int),
  maxlogmibperday: Nullable(Int),
  /** Limits of accounts without their own. */
  defaults: Type.Object({ stations: Int, cards: Int, users: Int, logmibperday: Int }),
  quotas: Quotas,
})

export const accountQuotaGet = endpoint({
  path: '/account/quota/get',
  subject: 'Account',
  may: 'admin',
  use: sees('account', null),
  summary: 'The limits of any account and how much of them it has used',
  body: Type.Object({ accountid: Id }, closed),
  answer: OwnLimits,
})

export const accountQuotaSet = endpoint({
  path: '/account/quota/set',
  subject: 'Account',
  may: 'admin',
  use: sets('account', null),
  summary:
    'Change the limits of any account; null: the default of the server, absent: unchanged. Existing objects above a lower limit stay',
  body: Type.Object(
    { accountid: Id, maxstations: Limit, maxcards: Limit, maxusers: Limit, maxlogmibperday: Limit },
    closed,
  ),
  answer: OwnLimits,
})

export const demoRemove = endpoint({
  path: '/demo/remove',
  subject: 'First run',
  may: 'admin',
  use: noClass,
  summary: 'Remove all demo data in one step',
  body: Type.Object({}, closed),
  answer: Type.Object({ result: Bool, stations: Int }),
})

export const demoState = endpoint({
  path: '/demo/state',
  subject: 'First run',
  may: 'operator',
  use: noClassIn(allAreas),
  summary: 'Returns whether demo data is present',
  body: Type.Object({}, closed),
  answer: Type.Object({ present: Bool, stations: Int }),
})
