import type { SchemaProblem } from '@stationmaster/ocpp'
import { type Refusal, refuse } from '../../shared/refusal.ts'

/** Refuses a payload by the rule of its schema that it violates. */
export function refuseProblem({ path, keyword, message, params }: SchemaProblem, field: string): Refusal {
  const { limit = 0 } = params as { limit?: number }
  switch (keyword) {
    case 'required':
      return refuse('value.required', { field })
    case 'additionalProperties':
      return refuse('command.unknown_field', {
        name: path.slice(path.lastIndexOf('/') + 1).slice(0, 60),
        field,
      })
    case 'type':
      return refuse('value.type', { type: String(params['type']), field })
    case 'enum':
      return refuse('value.not_listed', { values: (params['allowedValues'] as string[]).join(', '), field })
    case 'maxLength':
      return refuse('value.too_long', { limit, field })
    case 'minItems':
      return refuse('value.too_few_items', { limit, field })
    case 'maxItems':
      return refuse('value.too_many_items', { limit, field })
    case 'minimum':
      return refuse('value.minimum', { limit, field })
    case 'maximum':
      return refuse('value.maximum', { limit, field })
    case 'exclusiveMinimum':
      return refuse('value.above', { limit, field })
    case 'multipleOf':
      return refuse('value.multiple_of', { step: Number(params['multipleOf']), field })
    case 'format':
      return refuse(params['format'] === 'uri' ? 'value.uri' : 'value.date_time', { field })
    default:
      return refuse('value.invalid', { reason: message, field })
  }
}
