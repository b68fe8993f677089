import {
  type AnswerOf,
  type BodyOf,
  reportLimits,
  type reportList,
  type reportSum,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { decimalText } from '../../shared/money.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { fileOfMonth, getAccounting, setAccounting } from './accounting.ts'
import { readReport, type ReportSelection, type ReportSums, sumReport } from './report-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock'>

/** Endpoints of reports. */
export const reportsHttp = (deps: Deps) =>
  ({
    reportList: (viewer, body) => list(deps, viewer, body),
    reportSum: (viewer, body) => sum(deps, viewer, body),
    accountingGet: (viewer) => getAccounting(deps, viewer),
    accountingSet: (viewer, body) => setAccounting(deps, viewer, body),
    accountingFile: (viewer, body) => fileOfMonth(deps, viewer, body),
  }) satisfies Handlers

const dayMs = 86_400_000

function selectionOf(scope: Viewer, body: BodyOf<typeof reportSum>): ReportSelection | Refusal {
  const { from, to, stationid, siteid, network, client, tariff } = body
  if (to < from) return refuse('period.end_before_start', { field: 'to' })
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days > reportLimits.days) return refuse('period.too_long', { field: 'to', days: reportLimits.days })
  return {
    scope,
    from,
    to,
    stationId: stationid ?? null,
    siteId: siteid ?? null,
    networkId: network ?? null,
    clientId: client ?? null,
    tariffId: tariff ?? null,
  }
}

const amountsOf = (
  { clientId }: Viewer,
  { currency, digits, sessions, energyWh, netMinor, taxMinor, commissionMinor, isDemo }: ReportSums,
) => ({
  currency,
  sessions,
  energy: energyWh,
  net: decimalText(netMinor, digits),
  tax: decimalText(taxMinor, digits),
  gross: decimalText(netMinor + taxMinor, digits),
  // what the operator keeps is hidden from those who pay, as in tariffs
  commission: clientId === null ? decimalText(commissionMinor, digits) : null,
  demo: isDemo,
})

async function list(
  { db }: Deps,
  viewer: Viewer,
  body: BodyOf<typeof reportList>,
): Promise<AnswerOf<typeof reportList> | Refusal> {
  const { by, period = 'day', reclimit = 1000, after, fields: _, ...where } = body
  const selection = selectionOf(viewer, where)
  if (isRefusal(selection)) return selection
  const rows = (await readReport(db, selection, { by, period })).map((row) => ({
    id: `${row.period ?? row.groupId ?? 'none'} ${row.currency}`,
    groupid: row.groupId,
    name: row.name,
    period: row.period,
    ...amountsOf(viewer, row),
  }))
  const place = after === undefined ? -1 : rows.findIndex(({ id }) => id === after)
  const first = after !== undefined && place === -1 ? rows.length : place + 1
  return rows.slice(first, first + reclimit)
}

async function sum(
  { db }: Deps,
  viewer: Viewer,
  body: BodyOf<typeof reportSum>,
): Promise<AnswerOf<typeof reportSum> | Refusal> {
  const selection = selectionOf(viewer, body)
  return isRefusal(selection)
    ? selection
    : (await sumReport(db, selection)).map((row) => amountsOf(viewer, row))
}
