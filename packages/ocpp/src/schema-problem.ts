import type { ErrorCode } from './error-codes.ts'

/** A field of a payload that violates its schema. */
export interface SchemaProblem {
  /** JSON pointer to the field, with list index: `/chargingSchedule/chargingSchedulePeriod/2/limit`. */
  path: string
  /** The JSON Schema keyword that failed: `required`, `type`, `enum`, `maxLength` ... */
  keyword: string
  /** The matching error code of OCPP-J 1.6, table 7. */
  code: ErrorCode
  /** One English sentence without the path. */
  message: string
  /**
   * Parameters of the keyword: `{ limit: 20 }`, `{ type: 'integer' }`, `{ allowed: [...] }`; for
   * translations.
   */
  params: Readonly<Record<string, unknown>>
}

/** Error reported by a compiled validator. */
export interface SchemaError {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

/** A compiled validator: stores the errors of the last value until the next call. */
export interface Validator {
  (value: unknown): boolean
  errors?: SchemaError[] | null
}

/** Maximum number of problems reported; a hostile payload could otherwise produce one per value. */
const MAX_PROBLEMS = 50

const codes: Readonly<Record<string, ErrorCode>> = {
  type: 'TypeConstraintViolation',
  required: 'OccurenceConstraintViolation',
  minItems: 'OccurenceConstraintViolation',
  maxItems: 'OccurenceConstraintViolation',
  additionalProperties: 'FormationViolation',
}

const sentences: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => `must be ${type === 'integer' ? 'a whole number' : `of type ${String(type)}`}`,
  required: () => 'is required',
  additionalProperties: () => 'is not a field of this message',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
  maxLength: ({ limit }) => `must not be longer than ${String(limit)} characters`,
  minItems: ({ limit }) => `must have at least ${String(limit)} entries`,
  maxItems: ({ limit }) => `must not have more than ${String(limit)} entries`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} or less`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${String(limit)}`,
  format: ({ format }) =>
    format === 'uri' ? 'must be an address (URI)' : 'must be a date and time with a zone',
}

const pointer = (name: unknown) => `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`

/** Creates a problem from a keyword and its parameters. */
export function schemaProblem(path: string, keyword: string, params: Record<string, unknown>): SchemaProblem {
  // A payload that is not an object is a formation violation, not a field of the wrong type.
  const code = path === '' ? 'FormationViolation' : (codes[keyword] ?? 'PropertyConstraintViolation')
  return { path, keyword, code, message: sentences[keyword]?.(params) ?? 'is not valid', params }
}

/** Converts an error of a compiled validator; the path is extended to the missing or additional field. */
function fromSchemaError({ instancePath, keyword, params }: SchemaError): SchemaProblem {
  const field = params['missingProperty'] ?? params['additionalProperty']
  return schemaProblem(field === undefined ? instancePath : instancePath + pointer(field), keyword, params)
}

const noProblems: SchemaProblem[] = []

/** Returns the problems that a compiled validator finds: one per field, at most 50. */
export function problemsBy(validate: Validator, value: unknown): SchemaProblem[] {
  if (validate(value)) return noProblems
  const byPath = new Map<string, SchemaProblem>()
  for (const error of validate.errors ?? []) {
    const problem = fromSchemaError(error)
    // The first one is the most useful: a value of the wrong type also fails `enum`.
    if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
    if (byPath.size === MAX_PROBLEMS) break
  }
  return [...byPath.values()]
}
