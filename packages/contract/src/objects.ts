import { Type } from 'typebox'
import { peopleAreas, sees, sets, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Done, Id, Instant, Int, JustId, Nullable, Num, Optional, Text } from './shapes.ts'

const subject = 'Stations'

const Geolocation = Type.Object({ id: Id, lat: Nullable(Num), lng: Nullable(Num), address: Nullable(Text) })

export const geolocation = endpoint({
  path: '/object/geolocation',
  subject,
  may: 'operator',
  use: sees('charge_point', peopleAreas),
  summary: 'The position of an object',
  body: JustId,
  answer: Geolocation,
})

export const geolocationSet = endpoint({
  path: '/object/geolocation/set',
  subject,
  may: 'operator',
  use: sets('charge_point'),
  summary: 'Set the position of an object',
  body: Type.Object(
    {
      id: Id,
      lat: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
      lng: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
      address: Optional(Nullable(Type.String({ maxLength: 300 }))),
    },
    closed,
  ),
  answer: Geolocation,
})

/** Maximum bytes of an uploaded picture, before re-encoding. */
export const photoMaxBytes = 5 * 1024 * 1024

/** Maximum bytes of another file. */
export const fileMaxBytes = 10 * 1024 * 1024

export const FileRow = Type.Object({
  id: Id,
  object: Id,
  name: Text,
  type: Text,
  size: Int,
  width: Nullable(Int),
  height: Nullable(Int),
  created: Instant,
  url: Text,
  /** Null for a document. */
  thumbnail: Nullable(Text),
})

export const PictureBody = Type.Object(
  {
    id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    data: Type.String({ minLength: 1, maxLength: 7_100_000 }),
  },
  closed,
)
export const pictureBytes = 8 * 1024 * 1024
const FileBody = Type.Object(
  { ...PictureBody.properties, data: Type.String({ minLength: 1, maxLength: 14_200_000 }) },
  closed,
)
const fileBytes = 16 * 1024 * 1024
const addFileSummary =
  'Add a picture (at most 5 MiB, re-encoded without its metadata) or a document (at most 10 MiB: PDF, DOCX, XLSX, ODT, ODS or text), in base64'
const addSummary = 'Add a picture (base64, at most 5 MiB); it is re-encoded without its metadata'
const FileOf = Type.Object({ id: Id, file: Id }, closed)

export const objectFiles = endpoint({
  path: '/object/file',
  subject,
  may: 'operator',
  use: sees('charge_point', peopleAreas),
  summary: 'The pictures of a station',
  body: JustId,
  answer: Type.Array(FileRow),
})

export const objectFileSet = endpoint({
  path: '/object/file/set',
  subject,
  may: 'operator',
  use: sets('charge_point'),
  maxBytes: pictureBytes,
  summary: addSummary,
  body: PictureBody,
  answer: FileRow,
})

export const objectFileDelete = endpoint({
  path: '/object/file/delete',
  subject,
  may: 'operator',
  use: updates('charge_point'),
  summary: 'Remove a picture',
  body: FileOf,
  answer: Done,
})

export const siteFiles = endpoint({
  path: '/site/file',
  subject: 'Sites',
  may: 'operator',
  use: sees('site', peopleAreas),
  summary: 'The pictures and documents of a site',
  body: JustId,
  answer: Type.Array(FileRow),
})

export const siteFileSet = endpoint({
  path: '/site/file/set',
  subject: 'Sites',
  may: 'operator',
  use: sets('site'),
  maxBytes: fileBytes,
  summary: addFileSummary,
  body: FileBody,
  answer: FileRow,
})

export const siteFileDelete = endpoint({
  path: '/site/file/delete',
  subject: 'Sites',
  may: 'operator',
  use: updates('site'),
  summary: 'Remove a picture or document',
  body: FileOf,
  answer: Done,
})

export const clientFiles = endpoint({
  path: '/client/file',
  subject: 'Clients',
  may: 'operator',
  use: sees('client', peopleAreas),
  summary: 'The pictures and documents of a client',
  body: JustId,
  answer: Type.Array(FileRow),
})

export const clientFileSet = endpoint({
  path: '/client/file/set',
  subject: 'Clients',
  may: 'operator',
  use: sets('client'),
  maxBytes: fileBytes,
  summary: addFileSummary,
  body: FileBody,
  answer: FileRow,
})

export const clientFileDelete = endpoint({
  path: '/client/file/delete',
  subject: 'Clients',
  may: 'operator',
  use: updates('client'),
  summary: 'Remove a picture or document',
  body: FileOf,
  answer: Done,
})
