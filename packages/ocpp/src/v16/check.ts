import { schemas } from '../generated/v16/schemas.js'
import type { V16 } from '../generated/v16/types.ts'
import { validators } from '../generated/v16/validators.js'
import { inSchemaOrder } from '../member-order.ts'
import type { Side } from '../message.ts'
import { problemsBy, type SchemaProblem } from '../schema-problem.ts'
import { overlayProblems16 } from './command-overlay.ts'
import { messages16, type Action16 } from './messages.ts'

/**
 * Validates a payload strictly against the official schema, and a request to a station against the overlay
 * too. Loads all validators: servers and simulators use it, the console loads one form at a time.
 */
export function checkPayload16(action: Action16, side: Side, value: unknown): SchemaProblem[] {
  const problems = problemsBy(validators[action][side], value)
  if (side === 'response' || messages16[action].from === 'station') return problems
  return [...problems, ...overlayProblems16(action, value)]
}

/** Returns the payload with its members in schema order, as it is sent. */
export function orderMembers16<Action extends Action16, S extends Side>(
  action: Action,
  side: S,
  value: V16[Action][S],
): V16[Action][S] {
  return inSchemaOrder(schemas[action][side], value) as V16[Action][S]
}
