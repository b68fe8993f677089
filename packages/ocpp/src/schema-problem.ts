import type { ErrorCode } from './error-codes.ts'

/** One place where a payload does not fit. */
export interface SchemaProblem {
  /** JSON pointer to the very field, list index included: `/chargingSchedule/chargingSchedulePeriod/2/limit`. */
  path: string
  /** The keyword of JSON Schema that failed: `required`, `type`, `enum`, `maxLength` ... */
  keyword: string
  /** What OCPP-J 1.6, table 7 calls this failure. */
  code: ErrorCode
  /** One English sentence without the path. */
  message: string
  /** What the keyword wanted: `{ limit: 20 }`, `{ type: 'integer' }`, `{ allowed: [...] }`; for other languages. */
  params: Readonly<Record<string, unknown>>
}

/** What a compiled validator reports. */
export interface SchemaError {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

/** A compiled validator: it keeps what it found in the last value until it sees the next. */
export interface Validator {
  (value: unknown): boolean
  errors?: SchemaError[] | null
}

/** More are never shown; a hostile payload could otherwise give one per value. */
const MOST_PROBLEMS = 50

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

/** Builds a problem from a keyword and what it wanted. */
export function schemaProblem(path: string, keyword: string, params: Record<string, unknown>): SchemaProblem {
  // A payload that is no object at all has the wrong form, not a field of the wrong type.
  const code = path === '' ? 'FormationViolation' : (codes[keyword] ?? 'PropertyConstraintViolation')
  return { path, keyword, code, message: sentences[keyword]?.(params) ?? 'is not valid', params }
}

/** An error of a compiled validator, its path led on to the missing or superfluous field itself. */
function fromSchemaError({ instancePath, keyword, params }: SchemaError): SchemaProblem {
  const field = params['missingProperty'] ?? params['additionalProperty']
  return schemaProblem(field === undefined ? instancePath : instancePath + pointer(field), keyword, params)
}

const noProblems: SchemaProblem[] = []

/** What a compiled validator finds in a value: one problem for a field, 50 at most. */
export function problemsBy(validate: Validator, value: unknown): SchemaProblem[] {
  if (validate(value)) return noProblems
  const byPath = new Map<string, SchemaProblem>()
  for (const error of validate.errors ?? []) {
    const problem = fromSchemaError(error)
    // The first says the most: what has the wrong type is none of the words of a list either.
    if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
    if (byPath.size === MOST_PROBLEMS) break
  }
  return [...byPath.values()]
}
