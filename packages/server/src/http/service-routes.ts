import type { Readable } from 'node:stream'
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Endpoint, isCompressed, type PageConfig } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../shared/refusal.ts'
import type { Clock } from '../shared/clock.ts'
import { addressOf } from './bind.ts'
import { failureReply } from './failures.ts'
import { openApiDocument } from './openapi.ts'
import { mayWork } from './guard.ts'
import { bearerOf, type Caller } from './viewer.ts'
import { jsonReply, type WebCall, type WebReply, type WebRoute } from './web-call.ts'

export interface FileContent {
  type: string
  content: Buffer | Readable
  /** Name under which the file is downloaded; it is never displayed. */
  saveAs?: string
}

export interface ServiceDeps {
  version: string
  page: (origin: string) => PageConfig
  clock: Clock
  /** Returns the reasons for which the process should be restarted; empty while it makes progress. */
  stalled: () => string[]
  /** Returns the reasons for which requests cannot be served; empty while they can. */
  notReady: () => Promise<string[]>
  metrics: () => Promise<string>
  /** Token that permits to read the metrics. */
  metricsToken: string | undefined
  docs: () => WebReply
  callerOf: (token: string) => Promise<Caller | Refusal>
  /** Returns a picture if the signature of its URL is valid and has not expired. */
  file: (id: string, query: Readonly<Record<string, string>>) => Promise<FileContent | Refusal>
  /** Returns the picture of a user by an unguessable name. */
  avatar: (name: string) => Promise<FileContent | Refusal>
  /** Returns a file of a resource by an unguessable name. */
  resource: (name: string) => Promise<FileContent | Refusal>
  /** Stores a file that a station uploads. */
  receiveUpload: (request: {
    path: string
    contentType: string
    length: number
    body: Readable
  }) => Promise<{ result: true } | Refusal>
  /** Pages of public places. */
  places: { page: Answer; robots: Answer; sitemap: Answer }
  /** Sign-in with an OpenID provider: redirect to the provider, and callback. */
  openId: { authorize: Page; code: Page; metadata: () => object }
}

type Page = (call: WebCall) => Promise<WebReply | Refusal>
type Answer = (call: WebCall) => Promise<WebReply> | WebReply

/** Returns the routes of these rows, which are not API endpoints. */
export function serviceRoutes(rows: Readonly<Record<string, Endpoint>>, deps: ServiceDeps): WebRoute[] {
  const answers = answersOf(deps)
  return Object.entries(rows).map(([name, row]) => {
    const answer = answers[name]
    if (!answer) throw new Error(`no answer for the service endpoint ${name}`)
    const { maxPerMinute } = row
    return {
      method: row.method ?? 'GET',
      isStreamed: row.consumes !== undefined,
      path: addressOf(row),
      maxBytes: 1024,
      maxPerMinute,
      compressed: isCompressed(row),
      answer: async (call) => answer(call),
    }
  })
}

const health = (reasons: string[]): WebReply =>
  jsonReply(reasons.length === 0 ? 200 : 503, { result: reasons.length === 0, reasons })

function answersOf(deps: ServiceDeps): Record<string, Answer> {
  return {
    ping: () => jsonReply(200, { result: true, version: deps.version }),
    time: () => {
      const now = deps.clock.now()
      return jsonReply(200, { time: now.toISOString(), ms: now.getTime() })
    },
    livez: () => health(deps.stalled()),
    readyz: async () => health(await deps.notReady()),
    metrics: (call) => metricsReply(deps, call),
    openApi: () => jsonReply(200, openApiDocument(deps.version), { 'cache-control': 'no-cache' }),
    docs: () => deps.docs(),
    pageConfiguration: (call) => jsonReply(200, deps.page(call.origin)),
    live: ({ correlation }) =>
      failureReply(refuse('request.websocket_only'), { correlation, headers: { upgrade: 'websocket' } }),
    fileContent: async (call) => fileReply(await deps.file(call.params.id ?? '', call.query), call, 300),
    stationUploadPut: (call) => uploadReply(deps, call),
    stationUploadPost: (call) => uploadReply(deps, call),
    // a new picture has a new URL
    avatarContent: async (call) => fileReply(await deps.avatar(call.params.name ?? ''), call, 86_400),
    resourceContent: async (call) => fileReply(await deps.resource(call.params.name ?? ''), call, 86_400),
    openIdAuthorize: async (call) => pageReply(await deps.openId.authorize(call), call),
    authorizationServer: () => jsonReply(200, deps.openId.metadata(), { 'cache-control': 'no-cache' }),
    placePage: deps.places.page,
    robots: deps.places.robots,
    sitemap: deps.places.sitemap,
    openIdCode: async (call) => pageReply(await deps.openId.code(call), call),
  }
}

/**
 * Accepts the token of METRICS_TOKEN, and administrators. Addresses decide nothing: behind a proxy on the same
 * machine every caller has a local one.
 */
async function metricsReply(deps: ServiceDeps, call: WebCall): Promise<WebReply> {
  const token = bearerOf(call.header('authorization'))
  const isAllowed =
    token !== null && (isSame(token, deps.metricsToken) || (await isAdministrator(deps, { token, call })))
  if (!isAllowed) return failureReply(refuse('access.metrics'), { correlation: call.correlation })
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: await deps.metrics() }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Compares secrets in constant time. */
const isSame = (token: string, expected: string | undefined): boolean =>
  expected !== undefined && timingSafeEqual(sha256(token), sha256(expected))

async function isAdministrator(
  deps: ServiceDeps,
  { token, call }: { token: string; call: WebCall },
): Promise<boolean> {
  const caller = await deps.callerOf(token)
  if (!('kind' in caller) || caller.kind !== 'person') return false
  return caller.viewer.isAdmin && mayWork(caller.auth, call.address)
}

const pageReply = (page: WebReply | Refusal, call: WebCall): WebReply =>
  isRefusal(page) ? failureReply(page, { correlation: call.correlation, isOAuth: true }) : page

async function uploadReply(deps: ServiceDeps, call: WebCall): Promise<WebReply> {
  const stored = await deps.receiveUpload({
    path: call.params['*'] ?? '',
    contentType: call.header('content-type') ?? '',
    length: Number(call.header('content-length') ?? Number.NaN),
    body: call.stream!, // streamed, by its row
  })
  if (!isRefusal(stored)) return jsonReply(200, stored)
  // what is left of the body is not read
  return failureReply(stored, { correlation: call.correlation, headers: { connection: 'close' } })
}

function fileReply(file: FileContent | Refusal, call: WebCall, cacheSeconds: number): WebReply {
  if (isRefusal(file)) return failureReply(file, { correlation: call.correlation })
  const headers = {
    'content-type': file.type,
    'cache-control': `private, max-age=${cacheSeconds}, immutable`,
    'content-disposition': file.saveAs === undefined ? 'inline' : savedAs(file.saveAs),
  }
  return { status: 200, headers, body: file.content }
}

/** RFC 6266: the name as UTF-8, and an ASCII fallback that every browser reads. */
const savedAs = (name: string): string => {
  const plain = name.replaceAll(/[^\w .-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
