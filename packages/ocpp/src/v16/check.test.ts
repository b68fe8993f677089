import { describe, expect, test } from 'vitest'
import { schemas } from '../generated/v16/schemas.js'
import type { FieldSchema, StringSchema } from '../schema.ts'
import { checkPayload16, orderMembers16 } from './check.ts'
import { messages16, type Action16 } from './messages.ts'

const profileWith = (limit: unknown) => ({
  connectorId: 1,
  csChargingProfiles: {
    chargingProfileId: 1,
    stackLevel: 0,
    chargingProfilePurpose: 'TxProfile',
    chargingProfileKind: 'Relative',
    chargingSchedule: {
      chargingRateUnit: 'A',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 16 },
        { startPeriod: 60, limit },
      ],
    },
  },
})

describe('limits in steps of 0.1', () => {
  // Proves S5.6
  test('accepts every step from 0.1 to 350.0', () => {
    const refused: number[] = []
    for (let tenths = 1; tenths <= 3500; tenths++) {
      if (checkPayload16('SetChargingProfile', 'request', profileWith(tenths / 10)).length > 0)
        refused.push(tenths / 10)
    }
    expect(refused).toEqual([])
  })

  test('accepts sums of steps although they are not exact decimals', () => {
    for (let limit = 0.1, step = 0; step < 350; step++, limit += 0.1)
      expect(checkPayload16('SetChargingProfile', 'request', profileWith(limit))).toEqual([])
  })

  // Proves S5.6
  test.each([0.05, 0.15, 16.01, 349.999, 1e-3])('rejects %d, which lies between two steps', (limit) => {
    expect(checkPayload16('SetChargingProfile', 'request', profileWith(limit))).toEqual([
      {
        path: '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/1/limit',
        keyword: 'multipleOf',
        code: 'PropertyConstraintViolation',
        message: 'must be a multiple of 0.1',
        params: { multipleOf: 0.1 },
      },
    ])
  })
})

describe('problems of a payload', () => {
  test('reports all of them, each with its field', () => {
    const payload = profileWith('much')
    const problems = checkPayload16('SetChargingProfile', 'request', {
      ...payload,
      connectorId: undefined,
      csChargingProfiles: { ...payload.csChargingProfiles, chargingProfilePurpose: 'Forever', stack: 1 },
    })
    expect(problems.map(({ path, code }) => [path, code]).sort()).toEqual([
      ['/connectorId', 'OccurenceConstraintViolation'],
      ['/csChargingProfiles/chargingProfilePurpose', 'PropertyConstraintViolation'],
      ['/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/1/limit', 'TypeConstraintViolation'],
      ['/csChargingProfiles/stack', 'FormationViolation'],
    ])
  })

  test('reports at most fifty', () => {
    const key = Array.from({ length: 5000 }, () => 7)
    expect(checkPayload16('GetConfiguration', 'request', { key })).toHaveLength(50)
  })

  test('escapes slashes and tildes in a name', () => {
    expect(checkPayload16('Heartbeat', 'request', { 'a/b~c': 1 })).toMatchObject([{ path: '/a~1b~0c' }])
  })

  test('treats names of prototype members as ordinary fields', () => {
    for (const text of ['{"__proto__":{}}', '{"constructor":1}', '{"toString":1}'])
      expect(checkPayload16('Heartbeat', 'request', JSON.parse(text))).toHaveLength(1)
  })
})

test.each([null, undefined, [], 'x', 7, true])('reports the payload %j as a formation violation', (value) => {
  expect(checkPayload16('Heartbeat', 'request', value)).toMatchObject([
    { path: '', keyword: 'type', code: 'FormationViolation' },
  ])
})

describe('numbers', () => {
  test.each([Infinity, Number.NaN, 1.5, '1', true, null])(
    'does not accept %j as an integer',
    (connectorId) => {
      expect(checkPayload16('UnlockConnector', 'request', { connectorId })).toMatchObject([
        { path: '/connectorId', code: 'TypeConstraintViolation', message: 'must be a whole number' },
      ])
    },
  )

  test('rejects integers that would be sent with other digits', () => {
    const [beyond] = [2 ** 63, -(2 ** 63)].map((transactionId) =>
      checkPayload16('RemoteStopTransaction', 'request', { transactionId }),
    )
    expect(beyond).toMatchObject([{ path: '/transactionId', keyword: 'maximum' }])
    expect(checkPayload16('RemoteStopTransaction', 'request', { transactionId: -1 })).toEqual([])
  })
})

describe('counts lengths in characters', () => {
  test.each([
    ['x'.repeat(20), 0],
    ['x'.repeat(21), 1],
    ['\u{1f50c}'.repeat(20), 0],
    ['\u{1f50c}'.repeat(21), 1],
    ['\ud800'.repeat(20), 0],
    ['\0'.repeat(20), 0],
  ])('%j', (idTag, problems) => {
    expect(checkPayload16('Authorize', 'request', { idTag })).toHaveLength(problems)
  })
})

const reserveUntil = (expiryDate: string) =>
  checkPayload16('ReserveNow', 'request', { connectorId: 1, expiryDate, idTag: 'x', reservationId: 1 })

describe('dates and times to send', () => {
  test.each(['2026-03-14T12:00:00Z', '2026-03-14T12:00:00.123Z', '2026-03-14T13:00:00+01:00'])(
    'accepts %s',
    (text) => {
      expect(reserveUntil(text)).toEqual([])
    },
  )
  test.each(['', '2026-03-14', '2026-03-14T12:00:00', '2026-02-30T12:00:00Z', '2026-03-14T25:00:00Z'])(
    'rejects %j',
    (text) => {
      expect(reserveUntil(text)).toMatchObject([{ path: '/expiryDate', keyword: 'format' }])
    },
  )
})

const uploadTo = (location: string) => checkPayload16('GetDiagnostics', 'request', { location })

describe('URIs to send', () => {
  test.each(['ftp://user:key@host/dir/', 'https://h/x?y=1#z', 'sftp://[::1]:22/a', 'urn:x:y'])(
    'accepts %s',
    (text) => {
      expect(uploadTo(text)).toEqual([])
    },
  )
  test.each(['', 'host/path', '/path', 'https:', 'https://a b', 'http://x\n', '1http://x'])(
    'rejects %j',
    (text) => {
      expect(uploadTo(text)).toMatchObject([{ path: '/location', keyword: 'format' }])
    },
  )
})

/** Lists every field of a schema with its path, lists by their first entry. */
function fieldsOf(schema: FieldSchema, path: string): { path: string; field: FieldSchema }[] {
  if (schema.type === 'array')
    return [{ path: `${path}/0`, field: schema.items }, ...fieldsOf(schema.items, `${path}/0`)]
  if (schema.type !== 'object') return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: `${path}/${name}`, field },
    ...fieldsOf(field, `${path}/${name}`),
  ])
}

// Proves F4, S9.4
test('has the limits of the specification', () => {
  const limits = new Map<string, Set<number>>()
  for (const action of Object.keys(messages16) as Action16[]) {
    for (const { path, field } of fieldsOf(schemas[action].request, '')) {
      const limit = (field as StringSchema).maxLength
      const name = path.replace(/\/0$/, '').split('/').at(-1) ?? ''
      if (limit !== undefined) limits.set(name, (limits.get(name) ?? new Set()).add(limit))
    }
  }
  for (const [name, limit] of [
    ['idTag', 20],
    ['parentIdTag', 20],
    ['key', 50],
    ['value', 500],
    ['messageId', 50],
  ] as const)
    expect([...(limits.get(name) ?? [])]).toEqual([limit])
  expect(schemas.DataTransfer.request.properties?.['vendorId']).toMatchObject({ maxLength: 255 })
})

// Proves F5
test('sends members in schema order, in list entries too', () => {
  const ordered = orderMembers16('SendLocalList', 'request', {
    updateType: 'Full',
    localAuthorizationList: [{ idTagInfo: { status: 'Accepted', parentIdTag: 'p' }, idTag: 'a' }],
    listVersion: 1,
  })
  expect(JSON.stringify(ordered)).toBe(
    '{"listVersion":1,"localAuthorizationList":[{"idTag":"a","idTagInfo":{"parentIdTag":"p","status":"Accepted"}}],"updateType":"Full"}',
  )
})
