import type { SchemaProblem } from '@stationmaster/ocpp'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { refuseByKeyword } from '../../shared/refuse-by-keyword.ts'

/** Refuses a payload by the rule of its schema that it violates. */
export function refuseProblem(problem: SchemaProblem, field: string): Refusal {
  const { keyword, path } = problem
  const name = path.slice(path.lastIndexOf('/') + 1).slice(0, 60)
  if (keyword === 'required') return refuse('value.required', { field })
  if (keyword === 'additionalProperties') return refuse('command.unknown_field', { name, field })
  return refuseByKeyword(problem, field)
}
