import { type Refusal, refuse } from './refusal.ts'

/** Error of a schema validator: the keyword of JSON Schema that a value violates, with its parameters. */
export interface KeywordError {
  keyword: string
  params: object
}

const limitCodes = new Map([
  ['maximum', 'value.maximum'],
  ['minimum', 'value.minimum'],
  ['exclusiveMinimum', 'value.above'],
  ['maxLength', 'value.too_long'],
  ['minLength', 'value.too_short'],
  ['maxItems', 'value.too_many_items'],
  ['minItems', 'value.too_few_items'],
] as const)

const formatCodes = new Map([
  ['date-time', 'value.date_time'],
  ['date', 'value.date'],
  ['uri', 'value.uri'],
  ['uuid', 'value.uuid'],
] as const)

/** Refuses a value by the keyword of its schema that it violates. */
export function refuseByKeyword(
  { keyword, params }: KeywordError,
  field: string | undefined,
  isNullable = false,
): Refusal {
  const given = params as Record<string, unknown>
  const limitCode = limitCodes.get(keyword as 'maximum')
  if (limitCode) return refuse(limitCode, { limit: Number(given.limit), field })
  const formatCode = keyword === 'format' ? formatCodes.get(given.format as 'uri') : undefined
  if (formatCode) return refuse(formatCode, { field })
  switch (keyword) {
    case 'type':
      return refuse('value.type', {
        type: `${[given.type].flat().join(', ')}${isNullable ? ', null' : ''}`,
        field,
      })
    case 'enum':
    case 'const': {
      const allowed = keyword === 'const' ? [given.allowedValue] : (given.allowedValues as unknown[])
      const values = allowed.map((value) => JSON.stringify(value)).join(', ')
      return refuse('value.not_listed', { values, field })
    }
    case 'pattern':
      return refuse('value.pattern', { field })
    case 'multipleOf':
      return refuse('value.multiple_of', { step: Number(given.multipleOf), field })
    default:
      return refuse('value.invalid', { field })
  }
}
