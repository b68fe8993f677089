import { describe, expect, test } from 'vitest'
import { schemas } from '../generated/v16/schemas.js'
import type { FieldSchema } from '../schema.ts'
import { checkPayload16 } from './check.ts'
import { loadCommandForm16 } from './command-form.ts'
import { commandDefaults16, overlayRules16 } from './command-overlay.ts'
import { systemActions16 } from './messages.ts'

const startOn = (connectorId?: number) =>
  checkPayload16('RemoteStartTransaction', 'request', { idTag: 'GUEST', connectorId })

const now = new Date('2026-03-14T23:50:00.000Z')

describe('the overlay', () => {
  test.each(systemActions16)('%s: names a field of the schema in every rule', (action) => {
    for (const { path, unitFrom } of overlayRules16(action)) {
      for (const pointer of unitFrom ? [path, unitFrom] : [path]) {
        let field: FieldSchema | undefined = schemas[action].request
        for (const name of pointer.split('/').slice(1)) {
          if (field?.type === 'object') field = field.properties?.[name]
          else field = field?.type === 'array' && name === '*' ? field.items : undefined
        }
        expect(field, pointer).toBeDefined()
      }
    }
  })

  // Proves S5.7
  test('requires a connector above 0, or none, for a remote start', () => {
    expect(startOn()).toEqual([])
    expect(startOn(1)).toEqual([])
    for (const connectorId of [0, -1])
      expect(startOn(connectorId)).toEqual([
        {
          path: '/connectorId',
          keyword: 'exclusiveMinimum',
          code: 'PropertyConstraintViolation',
          message: 'must be greater than 0',
          params: { limit: 0 },
        },
      ])
  })

  // Proves S5.7
  test('uses 0 for the whole station elsewhere', () => {
    const payloads = {
      ChangeAvailability: { connectorId: 0, type: 'Operative' },
      GetCompositeSchedule: { connectorId: 0, duration: 60 },
      ClearChargingProfile: { connectorId: 0 },
    } as const
    for (const [action, payload] of Object.entries(payloads))
      expect(checkPayload16(action as keyof typeof payloads, 'request', payload)).toEqual([])
  })

  test('does not apply to answers of a station', () => {
    expect(checkPayload16('RemoteStartTransaction', 'response', { status: 'Accepted' })).toEqual([])
  })

  test('gives a limit steps of 0.1 and its unit', () => {
    expect(overlayRules16('SetChargingProfile')).toContainEqual({
      path: '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/*/limit',
      meaning: 'charging-limit',
      step: 0.1,
      unitFrom: '/csChargingProfiles/chargingSchedule/chargingRateUnit',
    })
  })

  // Proves S5.9
  test('names the configuration key that limits a local list', () => {
    expect(overlayRules16('SendLocalList')).toContainEqual({
      path: '/localAuthorizationList',
      meaning: 'local-list',
      lengthLimitKey: 'SendLocalListMaxLength',
    })
  })
})

// Proves S5.8
test('ends a reservation fifteen minutes from now by default, in UTC', () => {
  expect(commandDefaults16('ReserveNow', now)).toEqual({ expiryDate: '2026-03-15T00:05:00.000Z' })
  expect(commandDefaults16('Reset', now)).toEqual({})
})

describe('the form of a command', () => {
  // Proves S5.5
  test.each(systemActions16)('%s: loads alone and validates as the server does', async (action) => {
    const form = await loadCommandForm16(action)
    expect(form.schema).toEqual(schemas[action].request)
    for (const value of [{}, { colour: 'green' }, [], null, { connectorId: 0, idTag: 'x'.repeat(21) }])
      expect(form.check(value)).toEqual(checkPayload16(action, 'request', value))
  })

  test('finds problems of the schema and of the overlay together', async () => {
    const form = await loadCommandForm16('RemoteStartTransaction')
    expect(form.check({ connectorId: 0 }).map(({ path }) => path)).toEqual(['/idTag', '/connectorId'])
    expect(JSON.stringify(form.order({ idTag: 'a', connectorId: 1 }))).toBe('{"connectorId":1,"idTag":"a"}')
  })
})
