import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { closed, Id, Instant, Int, ListQuery, Nullable, Text, Words } from './shapes.ts'

export const LogRow = Type.Object({
  id: Text,
  datetime: Instant,
  stationid: Id,
  identity: Text,
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
  may: 'user',
  csv: true,
  body: ListQuery,
  answer: Type.Array(LogRow),
  summary:
    'The OCPP log, newest first; `after` continues behind the cursor of the last row (its id). Heartbeats are left out with a search term',
})

export const ocppLogGet = endpoint({
  path: '/ocpp/log/get',
  subject: 'OCPP log',
  may: 'user',
  summary: 'One entry',
  body: Type.Object({ id: Text }, closed),
  answer: LogRow,
})
