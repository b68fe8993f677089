import { type Static, Type } from 'typebox'
import { updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Id, Instant, Int, JustId, Month, Nullable, Num, Optional, Text } from './shapes.ts'

/** Sessions that one request reads before it stops, milliseconds after which it stops, and sessions that it names. */
export const comparisonLimits = { sessions: 500, longestMs: 300, named: 20 } as const

/**
 * Upper bounds of the changes in percent that are counted together, exclusive below zero and inclusive above; the
 * fourth count has the sessions without a change, the last one all above.
 */
export const comparisonBounds = [-10, -5, 0, 0, 5, 10] as const

const amounts = {
  sessions: Int,
  /** Wh. */
  energy: Int,
  /** Minor units of the currency, with tax: as charged, and with the draft. */
  before: Int,
  after: Int,
  /** Sessions that would pay less, and more. */
  less: Int,
  more: Int,
}

export const ComparisonAmounts = Type.Object(amounts)
export type ComparisonAmounts = Static<typeof ComparisonAmounts>

/** A site, a client, or an hour of the day; null: no site or no client. */
const ComparisonGroup = Type.Object({ id: Nullable(Text), name: Nullable(Text), ...amounts })
export type ComparisonGroup = Static<typeof ComparisonGroup>

export const ComparedSession = Type.Object({
  id: Id,
  transactionid: Int,
  identity: Text,
  clientname: Nullable(Text),
  datestart: Instant,
  energy: Int,
  before: Int,
  after: Int,
})
export type ComparedSession = Static<typeof ComparedSession>

/** One part of a comparison; the parts are added by the caller. */
export const TariffComparison = Type.Object({
  /** Draft; it is the same in all parts unless another user has saved it between them. */
  number: Int,
  hash: Text,
  currency: Text,
  /** Digits of the minor unit. */
  digits: Int,
  datefrom: Instant,
  /** Exclusive. */
  dateto: Instant,
  /** Sessions of the account in the month; only in the first part. */
  total: Nullable(Int),
  /** Sessions that were read for this part. */
  read: Int,
  /** `after` of the next request; null at the end. */
  next: Nullable(Text),
  /** Sessions to which the draft does not apply. */
  others: Int,
  leftout: Type.Object({ not_priced: Int, needs_review: Int, no_client: Int, other_currency: Int }),
  sum: ComparisonAmounts,
  sites: Type.Array(ComparisonGroup),
  clients: Type.Array(ComparisonGroup),
  /** By the hour of the start in local time of the station; the id is the hour. */
  hours: Type.Array(ComparisonGroup),
  /** Numbers of sessions by the change in percent, see `comparisonBounds`. */
  changes: Type.Array(Num),
  /** Sessions with the largest differences. */
  sessions: Type.Array(ComparedSession),
})
/** Reason for which a session is left out of a comparison. */
export type ComparisonReason = keyof TariffComparison['leftout']
export type TariffComparison = Static<typeof TariffComparison>

export const tariffCompare = endpoint({
  path: '/tariff/compare',
  subject: 'Tariffs',
  summary:
    'Prices of the sessions of a month with the draft of a tariff, compared with what was charged; in parts, and nothing is booked',
  may: 'operator',
  use: updates('tariff'),
  query: true,
  body: Type.Object(
    {
      ...JustId.properties,
      month: Month('Year and month in which the sessions started, such as 2026-10'),
      /** IANA time zone of the month; UTC by default. */
      timezone: Optional(Type.String({ maxLength: 60 })),
      /** `next` of the part before. */
      after: Optional(
        Type.String({
          pattern: '^[0-9]{1,16} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
          description: 'Microseconds and id of a session',
        }),
      ),
    },
    closed,
  ),
  answer: TariffComparison,
})
