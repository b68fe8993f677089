import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stationList } from '@stationmaster/contract'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/shared/log.ts'
import { openTracing } from '../src/tracing/index.ts'
import { maxWaitingSpans } from '../src/tracing/otlp-tracing.ts'
import { connectStation } from './charge-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

type Value = { stringValue?: string; intValue?: number }
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

/** Collector of OpenTelemetry that stores the spans it receives; answers with `status`. */
class Collector {
  readonly spans: Span[] = []
  readonly headers: Record<string, unknown>[] = []
  resources = new Map<string, string | undefined>()
  status = 200
  private readonly server: Server

  constructor() {
    this.server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request)) as {
        resourceSpans: {
          resource: { attributes: { key: string; value: Value }[] }
          scopeSpans: { spans: Span[] }[]
        }[]
      }
      this.headers.push({ ...request.headers, path: request.url })
      for (const { resource, scopeSpans } of body.resourceSpans) {
        this.resources = new Map(resource.attributes.map(({ key, value }) => [key, value.stringValue]))
        for (const { spans } of scopeSpans) this.spans.push(...spans)
      }
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}')
    })
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.close()
  }
}

const collector = new Collector()
let address: string
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  address = await collector.open()
  server = await TestServer.open({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector',
    TRUST_PROXY: '127.0.0.1',
  })
  admin = await server.signIn('admin')
})
afterAll(() => collector.close())

const attribute = (span: Span, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

// Proves L323
test('a process sends spans of requests with their statements, of calls of stations, commands and jobs', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const list = (traceparent: string) =>
    server.fetch(`/api/v1${stationList.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ search: [{ field: 'identity', compare: 'EQL', value: 'private name' }] }),
    })
  expect((await list(`00-${traceId}-00f067aa0ba902b7-01`)).status).toBe(200)
  // not sampled by the proxy, and not the form of the standard
  expect((await list(`00-${'a'.repeat(32)}-00f067aa0ba902b7-00`)).status).toBe(200)
  expect((await list(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).status).toBe(200)
  const { socket } = await connectStation(server, admin, 'CP-SECRET')
  await socket.close()
  await server.app.jobs.work('storage.drop-partitions')
  await server.close()

  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  expect(collector.headers[0]).toMatchObject({
    path: '/v1/traces',
    authorization: 'Bearer of the collector',
  })
  expect(Object.fromEntries(collector.resources)).toMatchObject({
    'service.name': 'stationmaster',
    'stationmaster.role': 'all',
  })
  const requests = named('POST /api/v1/charge_point/list')
  expect(requests).toHaveLength(2)
  const [traced, own] = requests as [Span, Span]
  expect(traced).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(attribute(traced, 'http.response.status_code')).toBe(200)
  expect(own.traceId).not.toMatch(/^(0|a)+$/)
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === traced.spanId)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.every(({ name, traceId: of }) => name === 'postgresql' && of === traceId)).toBe(true)
  expect(statements.map((span) => attribute(span, 'db.query.text')).join()).toContain('from "sessions"')
  const [boot] = named('ocpp BootNotification')
  expect(attribute(boot!, 'stationmaster.outcome')).toBe('result')
  const [job] = named('job storage.drop-partitions')
  expect(collector.spans.some(({ parentSpanId }) => parentSpanId === job!.spanId)).toBe(true)
  // no parameters, identities, tokens
  const sent = JSON.stringify(collector.spans)
  for (const secret of ['private name', 'CP-SECRET', admin.token]) expect(sent).not.toContain(secret)
})

test('only a trusted proxy determines the trace of a request', async () => {
  const direct = await TestServer.open({ OTEL_EXPORTER_OTLP_ENDPOINT: address, TRUST_PROXY: 'off' })
  const before = collector.spans.length
  const traceId = 'b'.repeat(32)
  const { status } = await direct.fetch('/livez', {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  expect(status).toBe(200)
  await direct.close()
  const spans = collector.spans.slice(before)
  expect(spans.map(({ name }) => name)).toContain('GET /livez')
  expect(spans.map((span) => span.traceId)).not.toContain(traceId)
})

// Proves L323
test('a collector that fails is logged once, and spans beyond the limit are dropped', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address })
  const tracing = await openTracing(config, log)
  collector.status = 400
  const before = collector.spans.length
  const call = { station: 'id', action: 'Heartbeat', outcome: 'result', ms: 1 } as const
  for (let count = 0; count < maxWaitingSpans + 500; count++) tracing.callEnded(call)
  await tracing.job('x', async () => {
    log.info('inside')
  })
  await tracing.close()
  collector.status = 200
  expect(collector.spans.length - before).toBeLessThanOrEqual(maxWaitingSpans)
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(written.filter(({ msg }) => msg === 'tracing: spans were not sent')).toHaveLength(1)
  const inside = written.find(({ msg }) => msg === 'inside')
  expect(inside).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
})

test('a part of the traces is recorded if configured, and variables that are wrong are refused', async () => {
  const before = collector.spans.length
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_SAMPLER_ARG: '0' })
  const tracing = await openTracing(config, pino({ level: 'silent' }))
  await tracing.job('y', async () => {})
  await tracing.close()
  expect(collector.spans).toHaveLength(before)
  const read = (variables: Record<string, string>) => () =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address, ...variables })
  expect(read({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('a number from 0 to 1')
  expect(read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' })).toThrow('invalid percent-encoding')
  expect(read({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow('headers separated by commas')
})
