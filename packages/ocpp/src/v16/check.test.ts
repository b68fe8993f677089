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
  test('every step from 0.1 to 350.0 is accepted', () => {
    const refused: number[] = []
    for (let tenths = 1; tenths <= 3500; tenths++) {
      if (checkPayload16('SetChargingProfile', 'request', profileWith(tenths / 10)).length > 0)
        refused.push(tenths / 10)
    }
    expect(refused).toEqual([])
  })

  test('sums of steps are accepted although they are no exact decimals', () => {
    for (let limit = 0.1, step = 0; step < 350; step++, limit += 0.1)
      expect(checkPayload16('SetChargingProfile', 'request', profileWith(limit))).toEqual([])
  })

  test.each([0.05, 0.15, 16.01, 349.999, 1e-3])('%d lies between two steps', (limit) => {
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

describe('all problems of a payload are found at once', () => {
  test('each with the very field', () => {
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

  test('but never more than fifty', () => {
    const key = Array.from({ length: 5000 }, () => 7)
    expect(checkPayload16('GetConfiguration', 'request', { key })).toHaveLength(50)
  })

  test('slashes and tildes in a name are escaped', () => {
    expect(checkPayload16('Heartbeat', 'request', { 'a/b~c': 1 })).toMatchObject([{ path: '/a~1b~0c' }])
  })

  test('prototype words are fields like any other', () => {
    for (const text of ['{"__proto__":{}}', '{"constructor":1}', '{"toString":1}'])
      expect(checkPayload16('Heartbeat', 'request', JSON.parse(text))).toHaveLength(1)
  })
})

test.each([null, undefined, [], 'x', 7, true])('%j as a payload is a violation of its form', (value) => {
  expect(checkPayload16('Heartbeat', 'request', value)).toMatchObject([
    { path: '', keyword: 'type', code: 'FormationViolation' },
  ])
})

describe('numbers', () => {
  test.each([Infinity, Number.NaN, 1.5, '1', true, null])('%j is no whole number', (connectorId) => {
    expect(checkPayload16('UnlockConnector', 'request', { connectorId })).toMatchObject([
      { path: '/connectorId', code: 'TypeConstraintViolation', message: 'must be a whole number' },
    ])
  })

  test('whole numbers that would go out with other digits are not sent', () => {
    const [beyond] = [2 ** 63, -(2 ** 63)].map((transactionId) =>
      checkPayload16('RemoteStopTransaction', 'request', { transactionId }),
    )
    expect(beyond).toMatchObject([{ path: '/transactionId', keyword: 'maximum' }])
    expect(checkPayload16('RemoteStopTransaction', 'request', { transactionId: -1 })).toEqual([])
  })
})

describe('lengths are counted in characters', () => {
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

describe('date and time of what we send', () => {
  test.each(['2026-03-14T12:00:00Z', '2026-03-14T12:00:00.123Z', '2026-03-14T13:00:00+01:00'])(
    '%s is one',
    (text) => {
      expect(reserveUntil(text)).toEqual([])
    },
  )
  test.each(['', '2026-03-14', '2026-03-14T12:00:00', '2026-02-30T12:00:00Z', '2026-03-14T25:00:00Z'])(
    '%j is none',
    (text) => {
      expect(reserveUntil(text)).toMatchObject([{ path: '/expiryDate', keyword: 'format' }])
    },
  )
})

const uploadTo = (location: string) => checkPayload16('GetDiagnostics', 'request', { location })

describe('addresses of what we send', () => {
  test.each(['ftp://user:key@host/dir/', 'https://h/x?y=1#z', 'sftp://[::1]:22/a', 'urn:x:y'])(
    '%s is one',
    (text) => {
      expect(uploadTo(text)).toEqual([])
    },
  )
  test.each(['', 'host/path', '/path', 'https:', 'https://a b', 'http://x\n', '1http://x'])(
    '%j is none',
    (text) => {
      expect(uploadTo(text)).toMatchObject([{ path: '/location', keyword: 'format' }])
    },
  )
})

/** Every field of a schema with its path, lists by their first entry. */
function fieldsOf(schema: FieldSchema, path: string): { path: string; field: FieldSchema }[] {
  if (schema.type === 'array')
    return [{ path: `${path}/0`, field: schema.items }, ...fieldsOf(schema.items, `${path}/0`)]
  if (schema.type !== 'object') return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: `${path}/${name}`, field },
    ...fieldsOf(field, `${path}/${name}`),
  ])
}

test('the limits are those of the specification', () => {
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

test('members go out in the order of the schema, those of entries too', () => {
  const ordered = orderMembers16('SendLocalList', 'request', {
    updateType: 'Full',
    localAuthorizationList: [{ idTagInfo: { status: 'Accepted', parentIdTag: 'p' }, idTag: 'a' }],
    listVersion: 1,
  })
  expect(JSON.stringify(ordered)).toBe(
    '{"listVersion":1,"localAuthorizationList":[{"idTag":"a","idTagInfo":{"parentIdTag":"p","status":"Accepted"}}],"updateType":"Full"}',
  )
})
