import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { addressBlock } from '../shared/address-block.ts'
import { newId } from '../shared/ids.ts'
import { listenBacklog } from '../shared/listen-backlog.ts'
import type { Log } from '../shared/log.ts'
import { expectProxyHeaders } from '../shared/proxy-protocol.ts'
import { type IsProxy, peerAddress, type ProxyTrust, trustedProxies } from '../shared/peer-address.ts'
import { StartProblem } from '../shared/start-problem.ts'
import { compressionOf, compressPage, registerCompression } from './compression.ts'
import type { ConsoleFiles } from './console-files.ts'
import { type Refusal, refuse } from '../shared/refusal.ts'
import { failureReply, thrownRefusal } from './failures.ts'
import { limitSockets } from './file-limit.ts'
import { HttpSockets } from './http-sockets.ts'
import { limitDuration } from './limit-duration.ts'
import { helmetOptions, permissionsPolicy } from './security-headers.ts'
import type { CallNote, RunTraced, TracedRequest, WebCall, WebReply, WebRoute } from './web-call.ts'

export interface WebServerOptions {
  routes: readonly WebRoute[]
  /** Handles requests without a route. */
  console: ConsoleFiles
  trustProxy: ProxyTrust
  /** Load balancers whose connections begin with a PROXY header. */
  proxyProtocol?: readonly string[]
  /** True if users access the server by https: a proxy in front of it terminates TLS. */
  isSecure: boolean
  corsOrigins: readonly string[]
  /** Called with the duration of each response, by route. */
  answered?: (route: string, status: number, ms: number) => void
  /** Runs the work of each request. */
  traced?: RunTraced
  /** Called for each request that belongs to the API log. */
  called?: (call: AnsweredCall) => void
  /** Returns the error in a plain request that was meant as a handshake; null if it was not. */
  handshakeProblem?: (request: IncomingMessage) => string | null
  log: Log
  /** Other listening servers of the process, with which this one shares the file descriptors. */
  otherServers?: readonly Server[]
  /** File descriptors that others need, such as connections to the database. */
  reservedFiles?: number
  patience?: Partial<Patience>
}

/** Completed API request. */
export interface AnsweredCall extends CallNote {
  /** Correlation id. */
  id: string
  at: Date
  path: string
  runMs: number
  status: number
  address: string
}

/** Time limits and socket limits of the HTTP server. */
export interface Patience {
  /** Milliseconds for the header of a request, from its first byte or the opening of the socket. */
  headMs: number
  /** Milliseconds for the whole request. */
  requestMs: number
  /** Milliseconds for a request whose body is streamed. */
  streamMs: number
  /** Milliseconds without data in either direction, as with a caller that does not read. */
  idleMs: number
  /** Milliseconds between two requests on one socket; a trusted proxy has `proxyIdleMs`. */
  keepAliveMs: number
  proxyIdleMs: number
  /** Sockets of one address that have not sent a whole request. */
  quietSockets: number
  /** Sockets of one address that have sent a request. */
  addressSockets: number
}

const usualPatience: Patience = {
  headMs: 5_000,
  requestMs: 60_000,
  streamMs: 3_600_000,
  idleMs: 120_000,
  keepAliveMs: 8_000,
  // longer than common proxies keep an idle upstream socket (nginx: 60 s)
  proxyIdleMs: 75_000,
  quietSockets: 100,
  addressSockets: 200,
}
/** Maximum number of HTTP sockets if the file descriptors allow more; else half of the available ones. */
const maxHttpSockets = 5_000
const checkMs = 1_000

type AddressOf = (request: FastifyRequest) => string

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface WebServer {
  /** Listens on the port and returns it; throws a StartProblem if it is taken. */
  listen: (port: number, host: string | undefined) => Promise<number>
  /** Registers the handler of WebSocket upgrade requests. */
  onUpgrade: (upgrade: Upgrade) => void
  /** Stops accepting requests and waits for those in progress. */
  close: () => Promise<void>
  /** Returns every registered route as `METHOD path`; for the test that compares them with the contract. */
  routeNames: () => string[]
}

/** Milliseconds that requests in progress get when the server closes. */
const partingMs = 2_000

/** Creates the HTTP server. Only this file uses the framework. */
export async function createWebServer(options: WebServerOptions): Promise<WebServer> {
  const patience = { ...usualPatience, ...options.patience }
  const peer = peerAddress(options.trustProxy)
  const isProxy = trustedProxies(options.trustProxy)
  const app = fastify({
    logger: false,
    // for host and scheme; addresses come from `peerAddress`, as for stations
    trustProxy: isProxy,
    genReqId: () => newId(),
    forceCloseConnections: 'idle',
    // of requests whose body is streamed; `limitDuration` ends the others
    requestTimeout: Math.max(patience.requestMs, patience.streamMs),
    connectionTimeout: patience.idleMs,
    keepAliveTimeout: patience.keepAliveMs,
    http: { headersTimeout: patience.headMs, connectionsCheckingInterval: checkMs },
    routerOptions: { maxParamLength: 500 },
  })
  const most = limitSockets(
    [app.server, ...(options.otherServers ?? [])],
    options.log,
    options.reservedFiles ?? 0,
  )
  const sockets = new HttpSockets(
    app.server,
    {
      quiet: patience.quietSockets,
      quietMs: checkMs,
      perAddress: patience.addressSockets,
      total: Math.min(maxHttpSockets, Math.floor(most / 2)),
      proxyIdleMs: patience.proxyIdleMs,
    },
    isProxy,
  )
  await addHeaders(app, options)
  const names: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    // HEAD is the response of a GET without its body
    if (method !== 'HEAD') names.push(`${String(method)} ${url}`)
  })
  readBodiesAsText(app)
  limitDuration(app, patience.requestMs)
  refuseExcess(app, sockets)
  measure(app, options)
  const addressOf: AddressOf = ({ raw }) => peer(raw)
  const readCall = (request: FastifyRequest, reply: FastifyReply) =>
    callOf(request, reply, { address: addressOf(request), isViaUnknownProxy: isViaUnknown(request, isProxy) })
  journal(app, options, addressOf)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    isAbandoned(error, reply) ? undefined : send(reply, errorReply(error, request, options.log)),
  )
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => addressBlock(addressOf(request)),
    addHeadersOnExceeding: noHeaders,
    addHeaders: retryAfterOnly,
  })
  // without routes: the handler of requests without a route decides which files exist
  await app.register(staticFiles, {
    root: options.console.folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })
  await registerCompression(app)
  const traced: RunTraced = options.traced ?? ((_request, work) => work())
  const add = (to: FastifyInstance, isStreamed: boolean) => {
    for (const route of options.routes)
      if ((route.isStreamed ?? false) === isStreamed)
        addRoute(to, route, (request, reply) =>
          traced(tracedRequest(route, request, isProxy), () => route.answer(readCall(request, reply))),
        )
  }
  add(app, false)
  await app.register(async (streamed) => {
    streamed.removeAllContentTypeParsers()
    streamed.addContentTypeParser('*', (_request, body, done) => done(null, body))
    add(streamed, true)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const call = readCall(request, reply)
    const answer = options.console.answer(request.method, request.url.split('?')[0]!, call)
    if (!('file' in answer)) return send(reply, compressPage(answer, call.header('accept-encoding')))
    if (answer.policy) reply.header('content-security-policy', answer.policy)
    // set by the library only if the file still exists: a 404 must not be cached
    if (answer.isHashed)
      return reply.sendFile(answer.file, { cacheControl: true, maxAge: '365d', immutable: true })
    return reply.header('cache-control', 'no-cache').sendFile(answer.file)
  })
  await app.ready()
  if (options.proxyProtocol?.length)
    expectProxyHeaders(app.server, { proxies: options.proxyProtocol, log: options.log })
  return {
    listen: (port, host) => listen(app, port, host),
    onUpgrade: (upgrade) => void app.server.on('upgrade', upgrade),
    close: async () => {
      // Browsers keep connections open that have not sent a request yet; those do not count as idle.
      const late = setTimeout(() => app.server.closeAllConnections(), partingMs)
      await app.close()
      clearTimeout(late)
    },
    routeNames: () => names,
  }
}

const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
} as const
const retryAfterOnly = { ...noHeaders, 'retry-after': true } as const

/** Handlers parse and validate bodies themselves; only size and type are checked here. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const type of ['application/json', 'application/x-www-form-urlencoded'])
    app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

/** Refuses requests of sockets beyond the limits, and closes these sockets. */
function refuseExcess(app: FastifyInstance, sockets: HttpSockets): void {
  app.addHook('onRequest', async (request, reply) => {
    const excess = sockets.excessOf(request.raw)
    if (excess === null) return
    const no =
      excess === 'address'
        ? refuse('request.too_many_connections', { retryAfterSeconds: 5 })
        : refuse('server.too_many_connections', { retryAfterSeconds: 5 })
    const isOAuth = request.url.startsWith('/oauth2/')
    const headers = { connection: 'close' }
    return send(reply, failureReply(no, { correlation: request.id, isOAuth, headers }))
  })
}

async function addHeaders(app: FastifyInstance, options: WebServerOptions): Promise<void> {
  await app.register(helmet, helmetOptions(options.isSecure))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    const wrong = options.handshakeProblem?.(request.raw) ?? null
    if (wrong !== null)
      return reply.code(426).header('upgrade', 'websocket').type('text/plain').send(`${wrong}\n`)
  })
  if (options.corsOrigins.length === 0) return
  // the list is fixed: an origin that is not listed gets no permission
  await app.register(cors, {
    origin: [...options.corsOrigins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after', 'www-authenticate', 'content-disposition'],
    maxAge: 600,
    strictPreflight: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin'))
      reply.header('cross-origin-resource-policy', 'cross-origin')
  })
}

function measure(app: FastifyInstance, { answered }: WebServerOptions): void {
  if (!answered) return
  app.addHook('onResponse', async (request, reply) =>
    // files of the console have no routes: one name for all
    answered(request.routeOptions.url ?? 'console', reply.statusCode, reply.elapsedTime),
  )
}

const notes = new WeakMap<FastifyRequest, CallNote>()
const unknown: CallNote = { viewer: null, parameters: null }

function journal(app: FastifyInstance, { called, routes }: WebServerOptions, addressOf: AddressOf): void {
  if (!called) return
  const paths = new Map(routes.map((route) => [route.path, route.journal]))
  app.addHook('onResponse', async (request, reply) => {
    const path = paths.get(request.routeOptions.url ?? '')
    if (path === undefined) return
    const runMs = reply.elapsedTime
    called({
      ...(notes.get(request) ?? unknown),
      id: request.id,
      at: new Date(Date.now() - runMs),
      path,
      runMs,
      status: reply.statusCode,
      address: addressOf(request),
    })
  })
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<WebReply>

function addRoute(app: FastifyInstance, route: WebRoute, answer: Answer): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBytes,
    ...compressionOf(route),
    config: {
      ...(route.isStreamed && { isStreamed: true }),
      ...(route.maxPerMinute !== undefined && {
        rateLimit: { max: route.maxPerMinute, timeWindow: 60_000 },
      }),
    },
    handler: async (request, reply) => send(reply, await answer(request, reply)),
  })
}

/** Returns what a trace needs of a request. Only a trusted proxy determines the trace to which it belongs. */
function tracedRequest(
  { method, path }: WebRoute,
  { id, headers, socket }: FastifyRequest,
  isProxy: IsProxy,
): TracedRequest {
  const parent = isProxy(socket.remoteAddress, 0) ? headers['traceparent'] : undefined
  return { method, route: path, correlation: id, parent: typeof parent === 'string' ? parent : null }
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

const isViaUnknown = ({ headers, socket }: FastifyRequest, isProxy: IsProxy): boolean =>
  forwardingHeaders.some((name) => headers[name] !== undefined) && !isProxy(socket.remoteAddress, 0)

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  from: Pick<WebCall, 'address' | 'isViaUnknownProxy'>,
): WebCall {
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    body: typeof request.body === 'string' ? request.body : '',
    stream: request.body instanceof Readable ? request.body : null,
    ...from,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    origin: `${request.protocol}://${request.host}`,
    correlation: request.id,
    note: (what) => void notes.set(request, what),
    signal: disconnected.signal,
  }
}

const send = (reply: FastifyReply, answer: WebReply): FastifyReply =>
  reply.code(answer.status).headers(answer.headers).send(answer.body)

/**
 * Returns true if an error is only that the client has gone. The framework reports it if it ends the stream of a response
 * that has no header yet: one that is compressed in the background, or whose first rows are read.
 */
const isAbandoned = ({ code }: FastifyError, { raw }: FastifyReply): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed

/** Returns the reply to an error of the framework itself (size, type, too many requests), or to an unexpected one. */
function errorReply(error: FastifyError, request: FastifyRequest, log: Log): WebReply {
  const about = { correlation: request.id, isOAuth: request.url.startsWith('/oauth2/') }
  const status = error.statusCode ?? 500
  if (status >= 500) {
    return failureReply(thrownRefusal(error, log, { correlation: request.id }), about)
  }
  const kib = Math.floor((request.routeOptions.bodyLimit ?? 0) / 1024)
  const refusals: Partial<Record<number, Refusal>> = {
    413: refuse('request.too_large', { kib }),
    415: refuse('request.not_json_type'),
    429: refuse('request.too_many_from_address'),
  }
  return failureReply(refusals[status] ?? refuse('request.unreadable'), about)
}

async function listen(app: FastifyInstance, port: number, host: string | undefined): Promise<number> {
  try {
    // `::` accepts IPv4 too; without IPv6 the system rejects it
    await app.listen({ port, host: host ?? '::', backlog: listenBacklog })
  } catch (error) {
    const { code } = error as { code?: string }
    if (host === undefined && (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'))
      await app.listen({ port, host: '0.0.0.0', backlog: listenBacklog })
    else throw listenProblem(error, port, host)
  }
  return (app.server.address() as AddressInfo).port // listening on a port, not on a path
}

function listenProblem(cause: unknown, port: number, host: string | undefined): unknown {
  const { code } = cause as { code?: string }
  const words: Record<string, string> = {
    EADDRINUSE: `port ${port} is in use by another program: stop it, or set PORT to a free one`,
    EACCES: `port ${port} may not be used by this user: set PORT to one above 1023`,
    EADDRNOTAVAIL: `this machine has no address ${host}: set HOST to one it has, or leave it out`,
    ENOTFOUND: `the host ${host} is unknown: set HOST to an address of this machine, or leave it out`,
  }
  const message = words[code ?? '']
  return message ? new StartProblem(message, { cause }) : cause
}
