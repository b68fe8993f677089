import { Type } from 'typebox'
import { Bool, Id, Int, Optional, Text } from './shapes.ts'

/** Types of states. */
export const stateTypes = ['created', 'enabled', 'disabled', 'deleted'] as const

export const codeText = Type.String({
  minLength: 1,
  maxLength: 60,
  // a lookup object in the code would return an inherited member for this name
  pattern: '^(?!constructor$)[a-z][a-z0-9_]*$',
  description: 'small letters, digits and _; not "constructor"',
})
export const labelText = Type.String({ minLength: 1, maxLength: 120 })
export const sequence = Optional(
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'position in its list; 100 by default' }),
)
/** Version of the row as it was read; 409 if another user has changed it since. Required to change a row. */
export const version = Optional(Int)

/** Common fields of the rows of a class; `classcode` is the class that defines the row. */
export const ownRow = {
  id: Id,
  classcode: Text,
  /** True if defined by an ancestor of the requested class. */
  inherited: Bool,
  system: Bool,
  version_no: Int,
}
