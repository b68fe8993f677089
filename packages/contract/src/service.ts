import { Type } from 'typebox'
import { allAreas, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, Empty, Instant, Int, Text } from './shapes.ts'
import { PageConfig } from './page-config.ts'

const subject = 'Service'
const method = 'GET'

// Limits apply per address, which an office or a monitoring system may share; a screen shows hundreds of
// pictures.

export const ping = endpoint({
  path: '/ping',
  method,
  subject,
  summary: 'Returns that the API responds',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 600,
  body: Empty,
  answer: Type.Object({ result: Bool, version: Text }),
})
export const time = endpoint({
  path: '/time',
  method,
  subject,
  summary: 'The time of the server, also as milliseconds since 1970',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 600,
  body: Empty,
  answer: Type.Object({ time: Instant, ms: Int }),
})
export const livez = endpoint({
  path: '/livez',
  root: true,
  method,
  subject,
  summary: 'Liveness: 503 with the reasons if the process should be restarted',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 600,
  body: Empty,
  answer: Type.Object({ result: Bool, reasons: Type.Array(Text) }),
})
export const readyz = endpoint({
  path: '/readyz',
  root: true,
  method,
  subject,
  summary: 'Readiness: the database responds and the server is not stopping; otherwise 503',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 600,
  body: Empty,
  answer: Type.Object({ result: Bool, reasons: Type.Array(Text) }),
})
export const metrics = endpoint({
  path: '/metrics',
  root: true,
  method,
  subject,
  summary: 'Metrics for Prometheus; with the token of METRICS_TOKEN or that of an administrator',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 120,
  produces: 'text/plain',
  body: Empty,
  answer: Text,
})
export const openApi = endpoint({
  path: '/openapi.json',
  root: true,
  method,
  subject,
  summary: 'This API as an OpenAPI 3.1 document',
  compressed: true,
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 60,
  body: Empty,
  answer: Type.Unknown(),
})
export const docs = endpoint({
  path: '/docs',
  root: true,
  method,
  subject,
  summary: 'This API as a page',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 60,
  produces: 'text/html',
  body: Empty,
  answer: Text,
})
export const pageConfiguration = endpoint({
  path: '/page-config.json',
  root: true,
  method,
  subject,
  summary: 'Settings of the console',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 600,
  body: Empty,
  answer: PageConfig,
})
export const live = endpoint({
  path: '/live',
  method,
  subject,
  summary: 'The live socket (WebSocket); `?ticket=` from /live/ticket, valid once for 30 seconds',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 60,
  body: Empty,
  answer: Type.Unknown(),
})
/** Pictures have signed addresses that expire after minutes. */
export const fileContent = endpoint({
  path: '/file/:id',
  method,
  subject: 'Stations',
  summary: 'A picture, by the signed address that the list of files returns',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 3000,
  produces: 'image/webp',
  body: Empty,
  answer: Type.Unknown(),
})
/** Stations send files to an address that the server makes for one command. */
const stationUpload = {
  path: '/station-upload/*',
  subject: 'Firmware and diagnostics',
  may: 'public',
  use: noClassIn(allAreas),
  // stations of a site share an address
  maxPerMinute: 600,
  consumes: 'application/octet-stream',
  body: Type.Unknown(),
  answer: Type.Object({ result: Bool }),
} as const
export const stationUploadPut = endpoint({
  ...stationUpload,
  method: 'PUT',
  summary:
    'Takes a file of a station at an address that GetDiagnostics or GetLog has given it, valid once: the file as body, or multipart/form-data',
})
export const stationUploadPost = endpoint({
  ...stationUpload,
  method: 'POST',
  summary: 'The same for stations that use POST',
})
/** Files of resources have unguessable names that change with the file. */
export const resourceContent = endpoint({
  path: '/resource/file/:name',
  method,
  subject: 'Resources',
  summary:
    'A file, by the address that its resource returns; only pictures are displayed, other files are downloads',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 3000,
  produces: 'application/octet-stream',
  body: Empty,
  answer: Type.Unknown(),
})
/** Pictures of users have unguessable names that change with the picture. */
export const avatarContent = endpoint({
  path: '/avatar/:name',
  method,
  subject: 'Profile',
  summary: 'The picture of a user, by the link that the profile returns',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 3000,
  produces: 'image/webp',
  body: Empty,
  answer: Type.Unknown(),
})

/** Page of a public place for visitors and search engines; the console shows the rest when it is loaded. */
export const placePage = endpoint({
  path: '/driver/stations/:id',
  root: true,
  method,
  subject,
  summary: 'The page of a public place; 404 with the page of the console for any other id',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 120,
  compressed: true,
  produces: 'text/html',
  body: Empty,
  answer: Type.Unknown(),
})
export const robots = endpoint({
  path: '/robots.txt',
  root: true,
  method,
  subject,
  summary: 'Which pages search engines may read',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 60,
  produces: 'text/plain',
  body: Empty,
  answer: Type.Unknown(),
})
export const sitemap = endpoint({
  path: '/sitemap.xml',
  root: true,
  method,
  subject,
  summary: 'The pages of public places, for search engines',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 60,
  compressed: true,
  produces: 'application/xml',
  body: Empty,
  answer: Type.Unknown(),
})
