import { type Static, Type } from 'typebox'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Bool, closed, Day, Id, Int, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Reports'

/** Properties by which a report can be grouped. */
export const reportGroups = ['period', 'station', 'site', 'network', 'client', 'tariff'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** Lengths of the periods of a report; weeks begin on Monday. */
export const reportPeriods = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** Days of a report. */
export const reportLimits = { days: 1_100 } as const

const selection = {
  /** First and last day on which charges were booked, each in local time of the station. */
  from: Day,
  to: Day,
  stationid: Optional(Id),
  siteid: Optional(Id),
  network: Optional(Id),
  client: Optional(Id),
  tariff: Optional(Id),
}

const amounts = {
  currency: Text,
  /** Sessions that were charged, less those that were taken back. */
  sessions: Int,
  /** Wh that were charged by a price per kWh. */
  energy: Int,
  /** The tax is computed once per session and rate; invoices compute it once per document. */
  net: Amount,
  tax: Amount,
  gross: Amount,
  /** Part of `net` that the operator keeps; null for users of a client. */
  commission: Nullable(Amount),
  /** True if sessions of the demo are part of it, which the ledger does not contain. */
  demo: Bool,
}

const ReportRow = Type.Object({
  /** Group and currency. */
  id: Text,
  /** Station, site, network, client or tariff; null: none, or the report is by period. */
  groupid: Nullable(Id),
  name: Nullable(Text),
  /** First day of the period, of a report by period. */
  period: Nullable(Text),
  ...amounts,
})
export type ReportRow = Static<typeof ReportRow>

export const reportList = endpoint({
  path: '/report/list',
  subject,
  summary:
    'Energy, revenue and commission by station, site, network, client, tariff or period. Basis: charges booked in the period, less corrections and credit notes booked in it',
  may: 'operator',
  use: sees('charge'),
  names: 'rows',
  csv: true,
  body: Type.Object(
    {
      ...selection,
      by: Words(reportGroups),
      /** Of a report by period; `day` by default. */
      period: Optional(Words(reportPeriods)),
      fields: Optional(Type.Array(Text)),
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
      /** Continues behind the row with this id. */
      after: Optional(Type.String({ maxLength: 60 })),
    },
    closed,
  ),
  answer: Type.Array(ReportRow),
})

export const reportSum = endpoint({
  path: '/report/sum',
  subject,
  summary: 'Totals of a report, per currency',
  may: 'operator',
  use: sees('charge'),
  names: 'rows',
  query: true,
  body: Type.Object(selection, closed),
  answer: Type.Array(Type.Object(amounts)),
})
