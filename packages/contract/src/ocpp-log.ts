import { Type } from 'typebox'
import { sees, stationAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  closed,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Optional,
  searchInParts,
  stationPlace,
  Text,
  Words,
} from './shapes.ts'

/** Error codes of `InvalidMessage`: frames of a station that get no response, or a CALLERROR. */
export const frameProblems = [
  'FrameTooBig',
  'InvalidUtf8',
  'ProtocolError',
  'TooManyFragments',
  'NotJson',
  'NotArray',
  'TooDeep',
  'TooWide',
  'InvalidMessageId',
  'InvalidShape',
  'UnknownMessageType',
  'UnexpectedAnswer',
] as const
export type FrameProblemCode = (typeof frameProblems)[number]

/**
 * Further error codes of `Disconnect`: reasons for closing a connection. A normal close by the station has
 * none.
 */
export const closeReasons = [
  'Replaced',
  'StationRemoved',
  'StationDisabled',
  'ClosedByOperator',
  'StorageUnavailable',
  'TooManyLongMessages',
  'TooManyInvalidMessages',
  'TooManyErrors',
  'NotReading',
  'NoSignOfLife',
  'ServerStopping',
  'ClosedByStation',
  'ConnectionDropped',
] as const
export type CloseReason = (typeof closeReasons)[number] | FrameProblemCode

/** Error codes of `LogLimit`. */
export const logLimits = ['LogLimit', 'AccountLogLimit'] as const

/**
 * One entry of the OCPP log. In addition to the actions of OCPP there are `Connect`, `Disconnect` and
 * `InvalidMessage`, and `LogLimit`, which explains why entries are truncated: with the code `LogLimit` how
 * many, because the station sent too much, with `AccountLogLimit` that the account has reached its daily
 * volume.
 */
export const LogRow = Type.Object({
  id: Text,
  datetime: Instant,
  stationid: Id,
  identity: Text,
  /** Client of the station. */
  stationclient: Nullable(Id),
  ...stationPlace,
  direction: Words(['in', 'out'] as const),
  action: Text,
  messageid: Nullable(Text),
  request: Nullable(Text),
  response: Nullable(Text),
  errorcode: Nullable(Text),
  durationms: Nullable(Int),
  repeats: Int,
  commandid: Nullable(Id),
})

export const ocppLogList = endpoint({
  path: '/ocpp/log/list',
  subject: 'OCPP log',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  csv: true,
  body: ListQuery,
  answer: Type.Array(LogRow),
  summary:
    'The OCPP log, newest first; `after` continues behind the cursor of the last row (its id). Heartbeats are left out with a search term. A request of all stations without `orderby` reads the log for about a second: if too few entries fulfil the conditions for a page by then, the answer is 400 `list.few_found`. `/ocpp/log/search` has the same conditions, and continues where the last request ended',
})

export const ocppLogSearch = endpoint({
  path: '/ocpp/log/search',
  subject: 'OCPP log',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  csv: true,
  body: Type.Object(
    {
      ...searchInParts,
      /** Continue behind this position. */
      after: Optional(Text),
    },
    closed,
  ),
  answer: Type.Object({
    rows: Type.Array(LogRow),
    /** Position that the search has reached, of an entry or between two, and its time, to the minute; null at the end. */
    until: Nullable(Type.Object({ id: Text, datetime: Instant })),
  }),
  summary:
    'Searches a part of the OCPP log, newest first, in bounded time however few entries match; call it again with the id of `until` as `after` until that is null',
})

export const ocppLogGet = endpoint({
  path: '/ocpp/log/get',
  subject: 'OCPP log',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  summary: 'One entry',
  body: Type.Object({ id: Text }, closed),
  answer: LogRow,
})
