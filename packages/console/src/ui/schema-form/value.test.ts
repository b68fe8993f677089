import { describe, expect, it } from 'vitest'
import { type JsonSchema, orderMembers, schemaAt } from './schema.ts'
import { isBlank, readAt, seed, writeAt } from './value.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    idTag: { type: 'string', maxLength: 20 },
    profile: { $ref: '#/definitions/Profile' },
    keys: { type: 'array', items: { type: 'string' } },
  },
  required: ['idTag'],
  definitions: {
    Profile: {
      type: 'object',
      properties: {
        level: { type: 'integer' },
        schedule: {
          type: 'object',
          properties: {
            unit: { type: 'string', enum: ['A', 'W'] },
            periods: {
              type: 'array',
              items: {
                type: 'object',
                properties: { start: { type: 'integer' }, limit: { type: 'number' } },
                required: ['start', 'limit'],
              },
            },
          },
          required: ['unit', 'periods'],
        },
      },
      required: ['level', 'schedule'],
    },
  },
}

describe('the value of a form', () => {
  it('starts with the required parts only', () => {
    expect(seed(schema, schema)).toEqual({})
    expect(seed(schema, { ...schema, required: ['profile'] })).toEqual({
      profile: { schedule: { periods: [{}] } },
    })
  })

  it('creates the objects along the path, with their required parts', () => {
    expect(writeAt(schema, { idTag: 'A' }, { path: '/profile/level', next: 3 })).toEqual({
      idTag: 'A',
      profile: { level: 3, schedule: { periods: [{}] } },
    })
  })

  it('omits an optional object when its last entry is cleared', () => {
    const filled = writeAt(schema, { idTag: 'A' }, { path: '/profile/schedule/periods/0/limit', next: 16 })
    expect(readAt(filled, '/profile/schedule/periods/0/limit')).toBe(16)
    expect(writeAt(schema, filled, { path: '/profile/schedule/periods/0/limit', next: undefined })).toEqual({
      idTag: 'A',
    })
  })

  it('adds and removes rows, and omits an optional list without rows', () => {
    const one = writeAt(schema, {}, { path: '/keys/0', next: 'a' })
    const two = writeAt(schema, one, { path: '/keys/1', next: 'b' })
    expect(two).toEqual({ keys: ['a', 'b'] })
    expect(writeAt(schema, two, { path: '/keys/0', next: undefined })).toEqual({ keys: ['b'] })
    expect(writeAt(schema, { keys: ['b'] }, { path: '/keys/0', next: undefined })).toEqual({})
  })

  it('keeps what raw JSON wrote elsewhere, even if unusual', () => {
    const odd = { idTag: 'A', keys: [], profile: {}, unheardOf: { deep: [1] } }
    expect(writeAt(schema, odd, { path: '/idTag', next: 'B' })).toEqual({ ...odd, idTag: 'B' })
  })

  it('never mutates the given value', () => {
    const given = Object.freeze({ idTag: 'A', profile: Object.freeze({ level: 1 }) })
    expect(writeAt(schema, given, { path: '/profile/level', next: 2 })).toEqual({
      idTag: 'A',
      profile: { level: 2 },
    })
    expect(given).toEqual({ idTag: 'A', profile: { level: 1 } })
  })

  it('recognizes empty values', () => {
    expect(isBlank({ a: {}, b: [{ c: undefined }] })).toBe(true)
    expect(isBlank({ a: [0] })).toBe(false)
    expect(isBlank('')).toBe(false)
  })
})

describe('the schema of a form', () => {
  it('is found at every path, through references and rows', () => {
    expect(schemaAt(schema, '/profile/schedule/periods/4/limit')).toEqual({ type: 'number' })
    expect(schemaAt(schema, '/nothing/here')).toBeNull()
  })

  it('defines the order of the message, unknown members last', () => {
    const value = {
      odd: 1,
      profile: { schedule: { periods: [{ limit: 1, start: 0 }], unit: 'A' }, level: 1 },
      idTag: 'A',
    }
    expect(JSON.stringify(orderMembers(schema, schema, value))).toBe(
      '{"idTag":"A","profile":{"level":1,"schedule":{"unit":"A","periods":[{"start":0,"limit":1}]}},"odd":1}',
    )
  })
})
