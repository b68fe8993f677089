import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ScriptError } from './script.ts'

/** Returns the refusal for a script without effects; its line is not part of it. */
export function scriptRefusal(error: ScriptError): Refusal {
  switch (error.code) {
    case 'script.invalid':
    case 'script.thrown':
      return refuse(error.code, error.params)
    case 'script.invalid_character':
      return refuse(error.code, error.params)
    case 'script.too_long':
    case 'script.too_slow':
    case 'script.out_of_memory':
    case 'script.input_too_large':
    case 'script.too_many_effects':
      return refuse(error.code, error.params)
    default:
      return refuse(error.code)
  }
}
