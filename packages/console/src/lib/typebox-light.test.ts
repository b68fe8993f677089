import { describe, expect, it } from 'vitest'
import { Type } from './typebox-light.ts'

describe('the light schema builder', () => {
  it('writes JSON Schema with the limits of a field', () => {
    const schema = Type.Object(
      {
        code: Type.String({ maxLength: 20 }),
        note: Type.Optional(Type.Union([Type.Literal('a'), Type.Null()])),
      },
      { additionalProperties: false },
    )
    expect(JSON.parse(JSON.stringify(schema))).toEqual({
      type: 'object',
      required: ['code'],
      properties: {
        code: { type: 'string', maxLength: 20 },
        note: { anyOf: [{ const: 'a', type: 'string' }, { type: 'null' }] },
      },
      additionalProperties: false,
    })
  })
  it('picks properties, and which of them are required', () => {
    const whole = Type.Object({ code: Type.String(), note: Type.Optional(Type.String()), id: Type.String() })
    expect(JSON.parse(JSON.stringify(Type.Pick(whole as never, ['note', 'id'])))).toEqual({
      type: 'object',
      required: ['id'],
      properties: { note: { type: 'string' }, id: { type: 'string' } },
    })
  })
})
