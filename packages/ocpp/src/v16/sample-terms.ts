import { schemas } from '../generated/v16/schemas.js'
import type { FieldSchema } from '../schema.ts'

const path = ['meterValue', '*', 'sampledValue', '*']

/** Returns the schema of one field of a sampled value. */
function fieldOf(name: string): FieldSchema | undefined {
  let schema: FieldSchema | undefined = schemas.MeterValues.request
  for (const step of [...path, name]) {
    if (schema?.type === 'array') schema = schema.items
    else if (schema?.type === 'object') schema = schema.properties?.[step]
  }
  return schema
}

function termsOf(name: string): readonly string[] {
  const field = fieldOf(name)
  if (field?.type !== 'string' || !field.enum) throw new Error(`the schema lists no terms for ${name}`)
  return field.enum
}

/** The values that OCPP 1.6, 7.43, defines for the fields of a sampled value. */
export const sampleTerms16 = {
  measurand: termsOf('measurand'),
  phase: termsOf('phase'),
  location: termsOf('location'),
  unit: termsOf('unit'),
  context: termsOf('context'),
  format: termsOf('format'),
}
