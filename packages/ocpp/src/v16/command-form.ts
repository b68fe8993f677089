import { forms } from '../generated/v16/forms.ts'
import { inSchemaOrder } from '../member-order.ts'
import type { MessageSchema } from '../schema.ts'
import { problemsBy, type SchemaProblem } from '../schema-problem.ts'
import { overlayProblems16, overlayRules16, type FieldRule16 } from './command-overlay.ts'
import type { SystemAction16 } from './messages.ts'

/** Everything that the form of one command needs. */
export interface CommandForm16 {
  schema: MessageSchema
  rules: readonly FieldRule16[]
  /** Returns all problems of a request, the same as the server would. */
  check(value: unknown): SchemaProblem[]
  /** Returns the request with its members in the order in which they are sent. */
  order(value: unknown): unknown
}

/** Loads the form of one command: a small file per command, so that a browser never loads them all. */
export async function loadCommandForm16(action: SystemAction16): Promise<CommandForm16> {
  const { schema, validate } = await forms[action]()
  return {
    schema,
    rules: overlayRules16(action),
    check: (value) => [...problemsBy(validate, value), ...overlayProblems16(action, value)],
    order: (value) => inSchemaOrder(schema, value),
  }
}
