import { useCallback, useMemo, useState } from 'react'
import type { FieldRule } from './field-rules.ts'
import { byField, type FieldProblem, isFilled } from './problems.ts'
import { type JsonObject, type JsonSchema, orderMembers } from './schema.ts'
import { seed, writeAt } from './value.ts'

/** A message to be filled in; the result of `loadCommandForm16` fits. */
export interface FormSource {
  readonly schema: JsonSchema
  readonly rules?: readonly FieldRule[]
  check(value: unknown): readonly FieldProblem[]
}

export interface SchemaFormOptions {
  source: FormSource
  /** Initial values, merged over the defaults. */
  initial?: JsonObject
  /** JSON Pointers of required members that may stay empty, because the server fills them in. */
  filledIn?: readonly string[]
}

export interface SchemaFormState {
  readonly source: FormSource
  /** Value to send: without undefined members and empty optional objects. */
  readonly value: JsonObject
  readonly filledIn: readonly string[]
  /** All current problems of the value. */
  readonly problems: readonly FieldProblem[]
  /** Visible problems, by field. */
  readonly shown: ReadonlyMap<string, readonly FieldProblem[]>
  /** Number of attempts to submit an invalid value; the form moves the focus when it grows. */
  readonly refused: number
  /** JSON text that does not parse, which blocks submitting. */
  readonly raw: string | null
  edit(path: string, next: unknown): void
  replace(value: JsonObject): void
  setRaw(text: string | null): void
  touch(path: string): void
  /** Returns the value in the order of the schema if it is valid, else null and makes the problems visible. */
  attempt(): JsonObject | null
}

/** Returns required objects, the defaults of the rules, then the initial values of the caller. */
export function startValue(
  source: FormSource,
  initial: JsonObject = {},
  now: number = Date.now(),
): JsonObject {
  let value = seed(source.schema, source.schema)
  for (const { path, defaultValue, defaultMinutesFromNow: minutes } of source.rules ?? []) {
    if (defaultValue !== undefined) value = writeAt(source.schema, value, { path, next: defaultValue })
    if (minutes === undefined) continue
    // Whole seconds: milliseconds are not needed, and it is easier to read.
    const instant = new Date(Math.ceil(now / 1000) * 1000 + minutes * 60_000).toISOString()
    value = writeAt(source.schema, value, { path, next: instant })
  }
  return { ...value, ...initial }
}

const none: readonly string[] = []

/** State of a form: one value, edited by fields and as raw JSON alike. */
export function useSchemaForm({ source, initial, filledIn = none }: SchemaFormOptions): SchemaFormState {
  const [value, setValue] = useState(() => startValue(source, initial))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [raw, setRaw] = useState<string | null>(null)
  const [refused, setRefused] = useState(0)

  const problems = useMemo(
    () =>
      source
        .check(value)
        .filter((problem) => problem.keyword !== 'required' || !filledIn.includes(problem.path)),
    [source, value, filledIn],
  )
  const shown = useMemo(() => {
    const visible = ({ path, keyword }: FieldProblem): boolean =>
      refused > 0 || keyword === 'additionalProperties' || (touched.has(path) && isFilled(value, path))
    return byField(source.schema, problems.filter(visible))
  }, [source, problems, touched, refused, value])

  const edit = useCallback(
    (path: string, next: unknown) => setValue((present) => writeAt(source.schema, present, { path, next })),
    [source],
  )
  const touch = useCallback((path: string) => setTouched((present) => new Set(present).add(path)), [])

  return {
    source,
    value,
    filledIn,
    problems,
    shown,
    refused,
    raw,
    edit,
    replace: setValue,
    setRaw,
    touch,
    attempt() {
      if (problems.length === 0 && raw === null)
        return orderMembers(source.schema, source.schema, value) as JsonObject // an object stays an object
      setRefused((count) => count + 1)
      return null
    },
  }
}
