import { describe, expect, test } from 'vitest'
import { readFrame, writeCall } from '../frame.ts'
import { fixtures16 } from '../fixtures/index.ts'
import { checkPayload16 } from './check.ts'
import { stationActions16 } from './messages.ts'
import { tolerate16 } from './tolerate.ts'

const T = '2026-03-14T09:26:53Z'
const start = { connectorId: 1, idTag: 'GUEST', meterStart: 5, timestamp: T }

const requestsOf = (action: keyof typeof fixtures16) =>
  fixtures16[action].valid.filter(([type]) => type === 2).map((frame) => frame[3] as Record<string, unknown>)

// Proves P9
describe('messages about energy', () => {
  const nonsense = [
    null,
    '',
    'x',
    -1,
    1.5,
    1e300,
    Infinity,
    true,
    [],
    [null],
    {},
    { a: [] },
    'y'.repeat(5000),
  ]
  test.each(['StartTransaction', 'StopTransaction', 'MeterValues'] as const)(
    'reads %s with any one field broken',
    (action) => {
      for (const payload of requestsOf(action)) {
        for (const name of Object.keys(payload)) {
          for (const value of [...nonsense, undefined]) {
            const result = tolerate16(action, 'request', { ...payload, [name]: value })
            expect(result.understood, `${name}: ${JSON.stringify(value)}`).toBe(true)
            if (result.understood) expect(requiredTypes(action, result.value)).toBe(true)
          }
        }
      }
    },
  )

  test('rejects a payload without any required member, naming what is missing', () => {
    const result = tolerate16('StopTransaction', 'request', { colour: 'green' })
    expect(result).toMatchObject({ understood: false })
    const paths = result.understood ? [] : result.problems.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/transactionId', '/meterStop', '/timestamp']))
  })

  // Proves P9
  test('drops a bad sample without the others', () => {
    const result = tolerate16('MeterValues', 'request', {
      connectorId: 1,
      meterValue: [
        7,
        { timestamp: T, sampledValue: [{ value: '1' }, 'x', { unit: 'Wh' }, [], { value: 2 }] },
      ],
    })
    expect(result).toMatchObject({
      value: { meterValue: [{ sampledValue: [{ value: '1' }, { value: '', unit: 'Wh' }, { value: '2' }] }] },
    })
  })
})

/** Checks that all required members are present with a usable type, as a handler assumes. */
function requiredTypes(
  action: 'StartTransaction' | 'StopTransaction' | 'MeterValues',
  value: object,
): boolean {
  return checkPayload16(action, 'request', value).every(
    ({ keyword }) => keyword !== 'required' && keyword !== 'type' && keyword !== 'additionalProperties',
  )
}

describe('payloads that remain invalid', () => {
  test.each([
    ['BootNotification', {}, '/chargePointVendor', 'OccurenceConstraintViolation'],
    ['BootNotification', { chargePointVendor: 'E', chargePointModel: {} }, '/chargePointModel', undefined],
    ['BootNotification', { chargePointVendor: 'E' }, '/chargePointModel', undefined],
    ['Authorize', { idTag: null }, '/idTag', 'OccurenceConstraintViolation'],
    [
      'StatusNotification',
      { connectorId: 1, errorCode: 'NoError' },
      '/status',
      'OccurenceConstraintViolation',
    ],
    ['StatusNotification', { connectorId: 1, status: 7 }, '/status', 'TypeConstraintViolation'],
    ['FirmwareStatusNotification', { status: [] }, '/status', 'TypeConstraintViolation'],
    ['Authorize', { idTag: 'x'.repeat(300) }, '/idTag', 'PropertyConstraintViolation'],
    ['DataTransfer', { data: 'x' }, '/vendorId', 'OccurenceConstraintViolation'],
    ['SignCertificate', { csr: 'x'.repeat(30_000) }, '/csr', 'PropertyConstraintViolation'],
  ] as const)('%s %j', (action, payload, path, code) => {
    const result = tolerate16(action, 'request', payload)
    if (code === undefined) return expect(result.understood).toBe(true)
    expect(result).toMatchObject({
      understood: false,
      problems: expect.arrayContaining([expect.objectContaining({ path, code })]),
    })
  })

  test('rejects a payload that is not an object', () => {
    for (const payload of [null, [], 'x', 7])
      expect(tolerate16('StartTransaction', 'request', payload)).toMatchObject({
        understood: false,
        problems: [{ code: 'FormationViolation' }],
      })
  })
})

describe('deviations', () => {
  test('counts each once, lists by their path pattern', () => {
    const samples = Array.from({ length: 40 }, () => ({ value: 1, unit: 'Hz' }))
    const result = tolerate16('MeterValues', 'request', {
      connectorId: 1,
      meterValue: [{ timestamp: T, sampledValue: samples }],
    })
    expect(result).toHaveProperty('deviations', [
      'wrong-type /meterValue/*/sampledValue/*/value',
      'unknown-word /meterValue/*/sampledValue/*/unit',
    ])
  })

  test('limits them, whatever a station sends', () => {
    const extras = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`${i}${'x'.repeat(900)}\0`, i]))
    const result = tolerate16('StartTransaction', 'request', { ...start, ...extras })
    const deviations = result.understood ? result.deviations : []
    expect(deviations).toHaveLength(50)
    expect(deviations.every((text) => text.length < 80 && !text.includes('\0'))).toBe(true)
  })

  test('records one for everything that the strict validation rejects', () => {
    for (const action of stationActions16) {
      for (const { frame } of fixtures16[action].broken) {
        if (frame[0] !== 2) continue
        const result = tolerate16(action, 'request', frame[3])
        if (result.understood) expect(result.deviations, JSON.stringify(frame)).not.toEqual([])
      }
    }
  })

  test('truncates an optional text far beyond its limit and replaces a required one of a transaction by its default', () => {
    const info = 'i'.repeat(5000)
    expect(
      tolerate16('StatusNotification', 'request', {
        connectorId: 1,
        errorCode: 'NoError',
        status: 'Available',
        info,
      }),
    ).toMatchObject({ value: { info: 'i'.repeat(255) }, deviations: ['too-long /info'] })
    expect(tolerate16('StartTransaction', 'request', { ...start, idTag: 'i'.repeat(5000) })).toMatchObject({
      value: { idTag: '' },
      deviations: ['unreadable /idTag'],
    })
  })
})

test('keeps NUL, lone surrogates and control characters in texts', () => {
  const text = 'a\0\ud800\u0007\u202e'
  for (const [action, payload] of [
    ['BootNotification', { chargePointVendor: text, chargePointModel: text, meterType: text }],
    ['StatusNotification', { connectorId: 1, errorCode: text, status: text, info: text, vendorId: text }],
    ['StartTransaction', { ...start, idTag: text, timestamp: text }],
    ['MeterValues', { connectorId: 1, meterValue: [{ timestamp: text, sampledValue: [{ value: text }] }] }],
    ['DataTransfer', { vendorId: text, messageId: text, data: text }],
    ['SecurityEventNotification', { type: text, timestamp: text, techInfo: text }],
  ] as const) {
    const frame = readFrame(writeCall('1', action, payload))
    expect(frame).toMatchObject({ payload })
    expect(tolerate16(action, 'request', payload)).toMatchObject({ understood: true, value: payload })
  }
})

test('does not modify the payload', () => {
  const payload = { ...start, connectorId: '1', extra: { a: 1 }, timestamp: '2026-03-14T10:26:53+01' }
  const before = structuredClone(payload)
  tolerate16('StartTransaction', 'request', payload)
  expect(payload).toEqual(before)
})

const emptyMeterValues = () => tolerate16('MeterValues', 'request', { connectorId: 1 })

test('does not share the default of one message with the next', () => {
  const first = emptyMeterValues()
  if (first.understood) first.value.meterValue.push({ timestamp: T, sampledValue: [] })
  expect(emptyMeterValues()).toMatchObject({ value: { meterValue: [] } })
})

// Proves G42
test('treats names of prototype members as additional members', () => {
  const payload: unknown = JSON.parse(`{"idTag":"a","__proto__":{"x":1},"constructor":2,"hasOwnProperty":3}`)
  const result = tolerate16('Authorize', 'request', payload)
  expect(result).toMatchObject({
    value: { idTag: 'a' },
    deviations: ['extra /__proto__', 'extra /constructor', 'extra /hasOwnProperty'],
  })
  expect({}).not.toHaveProperty('x')
})
