import { Type } from 'typebox'
import { Bool, Id, Int, Optional, Text } from './shapes.ts'

/** What every state is one of. */
export const stateTypes = ['created', 'enabled', 'disabled', 'deleted'] as const

export const codeText = Type.String({
  minLength: 1,
  maxLength: 60,
  // a table of the code that is asked for this name answers with what all objects have
  pattern: '^(?!constructor$)[a-z][a-z0-9_]*$',
  description: 'small letters, digits and _; not "constructor"',
})
export const labelText = Type.String({ minLength: 1, maxLength: 120 })
export const sequence = Optional(
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'order among its like; 100 by default' }),
)
/** Of the row as it was read; 409 when somebody has changed it since. Needed to change a row. */
export const version = Optional(Int)

/** What rows of a class have in common; `classcode` is the class whose own row it is. */
export const ownRow = {
  id: Id,
  classcode: Text,
  /** Of an ancestor of the class that was asked for. */
  inherited: Bool,
  system: Bool,
  version_no: Int,
}
