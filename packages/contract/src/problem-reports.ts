import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { sees } from './endpoint-use.ts'
import { FileRow, PictureBody, pictureBytes } from './objects.ts'
import { closed, Id, Instant, Int, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Drivers'

/** Reports of drivers; the operator gets one incident per station and category. */
export const problemCategories = [
  'not_charging',
  'cable_stuck',
  'damaged',
  'screen_reader',
  'blocked',
  'sticker',
  'price',
  'other',
] as const
export type ProblemCategory = (typeof problemCategories)[number]

export const problemLimits = {
  /** Characters of the text. */
  text: 1_000,
  /** Pictures of one report. */
  photos: 3,
  /** Hours for which pictures can be added. */
  photoHours: 2,
  /** Reports of one driver within an hour. */
  perHour: 5,
  /** Open reports of an account. */
  open: 10_000,
  /** Reports that a driver, and an incident, shows: the newest. */
  shown: 50,
}

const OwnReport = Type.Object({
  id: Id,
  created: Instant,
  category: Words(problemCategories),
  text: Nullable(Text),
  placelabel: Text,
  connectorno: Nullable(Int),
  /** Number of pictures. */
  photos: Int,
  /** When the operator closed it. */
  closed: Nullable(Instant),
  /** Answer of the operator. */
  outcome: Nullable(Text),
})

/** Endpoints of drivers. */
const ofDriver = { subject, may: 'user', use: sees('connector', ['driver']) } as const

export const driverReportSend = endpoint({
  ...ofDriver,
  path: '/driver/report/send',
  summary:
    'Report a problem at a connector or in an own session. A repeated request with the same id reports once',
  names: 'object',
  maxPerMinute: 20,
  body: Type.Object(
    {
      id: Id,
      /** Either a connector or a session. */
      connector: Optional(Id),
      session: Optional(Id),
      category: Words(problemCategories),
      text: Optional(Nullable(Type.String({ maxLength: problemLimits.text }))),
    },
    closed,
  ),
  answer: OwnReport,
})

export const driverReportFileSet = endpoint({
  ...ofDriver,
  path: '/driver/report/file/set',
  summary:
    'Add a picture (base64, at most 5 MiB) to an own report of the last two hours; it is re-encoded without its metadata',
  names: 'personal',
  maxBytes: pictureBytes,
  maxPerMinute: 20,
  body: PictureBody,
  answer: FileRow,
})

export const driverReportList = endpoint({
  ...ofDriver,
  path: '/driver/report/list',
  summary: "The caller's own reports, the newest first, with what the operator wrote",
  names: 'nothing',
  body: Type.Object({}, closed),
  answer: Type.Array(OwnReport),
})

/** A report as operators see it. */
export const ProblemReport = Type.Object({
  id: Id,
  created: Instant,
  /** Name of the driver; null for a guest, or if the caller may not see it. */
  username: Nullable(Text),
  text: Nullable(Text),
  connectorno: Nullable(Int),
  transactionid: Nullable(Int),
  photos: Type.Array(FileRow),
})
