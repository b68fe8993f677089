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
})
