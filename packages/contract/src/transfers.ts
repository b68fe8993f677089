import { Type } from 'typebox'
import { sees, stationAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Int, ListQuery, Nullable, Text, Words } from './shapes.ts'

export const transferKinds = ['firmware', 'diagnostics', 'log'] as const

const Transfer = Type.Object({
  id: Id,
  kind: Words(transferKinds),
  stationid: Id,
  identity: Text,
  commandid: Nullable(Id),
  location: Text,
  filename: Nullable(Text),
  /** Bytes of the file that the station has uploaded to this server. */
  filebytes: Nullable(Int),
  /** Address of that file, valid for some minutes. */
  fileurl: Nullable(Text),
  status: Text,
  statuses: Type.Array(Type.Object({ status: Text, at: Instant })),
  created: Instant,
  lastupdate: Instant,
  finished: Nullable(Instant),
})

export const transferList = endpoint({
  path: '/transfer/list',
  subject: 'Firmware and diagnostics',
  summary: 'Firmware and diagnostics jobs with their progress',
  may: 'operator',
  use: sees('command', stationAreas),
  body: ListQuery,
  answer: Type.Array(Transfer),
})
