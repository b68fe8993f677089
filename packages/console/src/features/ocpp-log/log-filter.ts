import {
  type BodyOf,
  closeReasons,
  frameProblems,
  logLimits,
  type ocppLogList,
} from '@stationmaster/contract'
import { errorCodes } from '@stationmaster/ocpp'
import { flag, oneOf, text, type Values } from '../../lib/address.ts'
import { type SearchTerm, textSearch } from '../../lib/list.ts'
import { rangeParameters, rangeSearch, type TimeRange } from '../../lib/time-range.ts'

export const directions = ['all', 'in', 'out'] as const
/** Codes of entries about the connection or the log; some are codes of OCPP, too. */
const otherCodes = [...new Set([...frameProblems, ...closeReasons, ...logLimits])]
  .filter((code) => !(errorCodes as readonly string[]).includes(code))
  .toSorted()
/**
 * `any`: every entry with a code. Then how commands end without a proper answer, the codes of OCPP-J 1.6, table 7, and
 * those of rejected frames, closed connections and limits.
 */
export const errorFilters = [
  'all',
  'any',
  'Timeout',
  'ConnectionLost',
  'Late',
  ...errorCodes,
  ...otherCodes,
] as const

/** State of the log view, all of it in the address. */
export const logParameters = {
  hb: flag(),
  nomv: flag(),
  action: text(),
  q: text(),
  dir: oneOf(directions),
  err: oneOf(errorFilters),
  ...rangeParameters(),
  msg: text(),
}
export type LogPlace = Values<typeof logParameters>

export interface LogFilter {
  hb: boolean
  /** True without MeterValues, which are most messages of a session. */
  nomv: boolean
  action: string
  q: string
  dir: (typeof directions)[number]
  err: (typeof errorFilters)[number]
}

type ListBody = BodyOf<typeof ocppLogList>

/** Returns the query that corresponds to the filter, within a period. */
export function logQuestion(
  station: string,
  at: LogFilter,
  limits: TimeRange,
): Pick<ListBody, 'filter' | 'search'> {
  const search: SearchTerm[] = [
    // Messages that are requested by name are shown regardless of the toggles.
    ...[...(at.hb ? [] : ['Heartbeat']), ...(at.nomv ? ['MeterValues'] : [])]
      .filter((action) => action !== at.action)
      .map((value) => ({ condition: 'AND', field: 'action', compare: 'NEQ', value }) as const),
    ...(at.err === 'any' ? [{ condition: 'AND' as const, field: 'errorcode', compare: 'INN' as const }] : []),
    ...rangeSearch('datetime', limits),
    ...textSearch(at.q, ['action', 'messageid', 'request', 'response', 'errorcode']),
  ]
  return {
    filter: {
      stationid: station,
      ...(at.action === '' ? {} : { action: at.action }),
      ...(at.dir === 'all' ? {} : { direction: at.dir }),
      ...(at.err === 'all' || at.err === 'any' ? {} : { errorcode: at.err }),
    },
    ...(search.length > 0 ? { search } : {}),
  }
}
