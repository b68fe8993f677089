import { beforeEach, describe, expect, it } from 'vitest'
import type { CallFrame } from '@stationmaster/ocpp'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { FactKind, Facts, Found, Work } from '../shared/facts.ts'
import { createLog } from '../shared/log.ts'
import type { StationHandlers16 } from '../shared/station-connection.ts'
import { IncomingCallHandler, type CallConnection } from './incoming-calls.ts'
import { DeviationCounter } from './deviation-counter.ts'
import { HeartbeatLog } from './heartbeat-log.ts'
import type { GatewayPorts } from './ports.ts'
import { RecentResponses } from './recent-responses.ts'
import { unknownStation } from './unknown-station.ts'

let stored: [FactKind, unknown][]
let mishaps: number
let connection: CallConnection

beforeEach(() => {
  stored = []
  mishaps = 0
  connection = {
    station: unknownStation({ stationId: 's', accountId: 'a', identity: 'CP' }),
    epoch: 1,
    remoteAddress: '127.0.0.1',
    protocol: 'ocpp1.6',
    recentResponses: new RecentResponses(),
    deviations: new DeviationCounter(),
    heartbeats: new HeartbeatLog(),
    failures: new BoundedMap(20),
    mayHintLog: () => true,
    takeRequestedBoot: () => false,
    stationLog: { seriesOf: () => null, combine: () => {}, classify: () => 'whole' },
    failed: () => void mishaps++,
  }
})

const facts: Facts = { add: (kind, row) => void stored.push([kind, row]), hint: () => {} }
const found = { nextNumber: () => 4711 } as Found

const callHandler = (handlers: Partial<StationHandlers16>, ports: Partial<GatewayPorts> = {}) =>
  new IncomingCallHandler(
    {
      handlers,
      mayExchangeMessages: () => true,
      run: async (work: Work<unknown>) => {
        const answer = work.decide(facts, found)
        work.committed?.(answer)
        return answer
      },
      ...ports,
    } as GatewayPorts,
    createLog('silent'),
  )
const ask = async (at: IncomingCallHandler, action: string, payload: unknown) => {
  const frame: CallFrame = { kind: 'call', id: 'i', action, payload }
  const text = await at.answer(connection, frame, JSON.stringify([2, 'i', action, payload]), new Date(0))
  return JSON.parse(text) as unknown[]
}
const fail = () => {
  throw new Error('a bug')
}
const stop = { transactionId: 1, meterStop: 1, timestamp: '2026-01-01T00:00:00Z' }
const start = { connectorId: 1, idTag: 'x', meterStart: 1, timestamp: '2026-01-01T00:00:00Z' }

describe('a handler that fails', () => {
  // Proves G22
  it.each([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error('a bug'))],
    ['throws while it decides', () => ({ decide: fail })],
  ])('%s: answers only the failing call with an InternalError and a reference', async (_, handler) => {
    const answer = await ask(callHandler({ Authorize: handler as never }), 'Authorize', { idTag: 'x' })
    expect(answer.slice(0, 3)).toEqual([4, 'i', 'InternalError'])
    expect(answer[3]).toMatch(/reference [0-9a-f]{12}/)
    expect(mishaps).toBe(1)
    expect(stored.at(-1)).toEqual(['log', expect.objectContaining({ errorCode: 'InternalError' })])
  })

  // Proves INV-10
  it('does not send details of the error to the station', async () => {
    expect(
      JSON.stringify(await ask(callHandler({ Authorize: fail }), 'Authorize', { idTag: 'x' })),
    ).not.toContain('a bug')
  })
})

describe('a message that fails each time', () => {
  // Proves G38, Q35
  it('is stored as a dead letter at the third failure and answered, so that the queue of the station advances', async () => {
    const broken = callHandler({ StopTransaction: fail, StartTransaction: fail })
    const answers = []
    for (let n = 0; n < 3; n++) answers.push((await ask(broken, 'StopTransaction', stop))[0])
    expect(answers).toEqual([4, 4, 3])
    expect(stored.find(([kind]) => kind === 'unmatchedMessages')?.[1]).toMatchObject({
      kind: 'unreadable',
      payload: JSON.stringify(stop),
    })
    let last: unknown[] = []
    for (let n = 0; n < 3; n++) last = await ask(broken, 'StartTransaction', start)
    expect(last).toEqual([3, 'i', { idTagInfo: { status: 'Invalid' }, transactionId: 4711 }])
    expect(mishaps).toBe(4)
  })

  // Proves L27
  it('is stored as a dead letter even if many others fail in between, without holding their texts in memory', async () => {
    const broken = callHandler({ StopTransaction: fail })
    const other = (n: number) => ask(broken, 'StopTransaction', { ...stop, transactionId: 1_000 + n })
    const answers = []
    for (let n = 0; n < 100; n++) {
      if (n % 10 === 9) answers.push((await ask(broken, 'StopTransaction', stop))[0])
      await other(n)
    }
    expect(answers.slice(0, 3)).toEqual([4, 4, 3])
    expect(connection.failures.size).toBe(20)
    for (const key of connection.failures.keys()) expect(key).toHaveLength(44)
  })
})

// Proves INV-9, L27
it('counts failures by a hash, and for a limited number of messages', async () => {
  const broken = callHandler({
    DataTransfer: () => {
      throw new Error('broken')
    },
  })
  for (let n = 0; n < 50; n++)
    await ask(broken, 'DataTransfer', { vendorId: 'v', data: `${n}${'x'.repeat(9_000)}` })
  expect(connection.failures.size).toBeLessThan(22)
  expect(Math.max(...[...connection.failures.keys()].map((key) => key.length))).toBe(44)
})

describe('a call that is not stored', () => {
  // Proves INV-1
  it('is not answered while the storage is unavailable', async () => {
    const away = Object.assign(new Error('away'), { name: 'StorageAway' })
    const at = callHandler(
      { StopTransaction: () => ({ decide: () => ({}) }) },
      { run: () => Promise.reject(away) },
    )
    await expect(ask(at, 'StopTransaction', stop)).rejects.toBe(away)
  })

  // Proves INV-1
  it('is answered after its facts and its log entry were committed together', async () => {
    const order: string[] = []
    const at = callHandler(
      {
        MeterValues: () => ({
          decide: (all) => (all.add('seen', { stationId: 's', epoch: 1, at: '' }), {}),
          committed: () => void order.push('after'),
        }),
      },
      {
        run: async (work) => {
          const answer = work.decide(facts, found)
          order.push('commit')
          work.committed?.(answer)
          return answer
        },
      },
    )
    expect(
      await ask(at, 'MeterValues', {
        connectorId: 1,
        meterValue: [{ timestamp: '2026-01-01T00:00:00Z', sampledValue: [{ value: '1' }] }],
      }),
    ).toEqual([3, 'i', {}])
    expect(order).toEqual(['commit', 'after'])
    expect(stored.map(([kind]) => kind)).toEqual(['seen', 'log'])
  })
})

describe('heartbeats', () => {
  // Proves G4
  it('are answered immediately, without the storage', () => {
    const at = callHandler(
      { Heartbeat: () => ({ currentTime: 'now' }) },
      { run: () => new Promise<never>(() => {}) },
    )
    const frame: CallFrame = { kind: 'call', id: 'h', action: 'Heartbeat', payload: {} }
    expect(at.answer(connection, frame, '[2,"h","Heartbeat",{}]', new Date(0))).toBe(
      '[3,"h",{"currentTime":"now"}]',
    )
    expect(connection.heartbeats.hasNews).toBe(true)
  })
})

describe('a handler that waits for its own database transaction', () => {
  it('is answered with members in the order of the schema', async () => {
    const at = callHandler({
      Authorize: async () => ({ idTagInfo: { status: 'Accepted', parentIdTag: 'p' } }),
    })
    expect(JSON.stringify(await ask(at, 'Authorize', { idTag: 'x' }))).toBe(
      '[3,"i",{"idTagInfo":{"parentIdTag":"p","status":"Accepted"}}]',
    )
  })

  it('may answer with a CALLERROR', async () => {
    const at = callHandler({ DataTransfer: () => ({ failure: 'SecurityError', description: 'no' }) })
    expect(await ask(at, 'DataTransfer', { vendorId: 'v' })).toEqual([4, 'i', 'SecurityError', 'no', {}])
  })
})
