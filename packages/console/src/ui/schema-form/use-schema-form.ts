import { useCallback, useMemo, useState } from 'react'
import type { FieldRule } from './field-rules.ts'
import { byField, type FieldProblem, isFilled } from './problems.ts'
import { type JsonObject, type JsonSchema, orderMembers } from './schema.ts'
import { seed, writeAt } from './value.ts'

/** A message to be filled in: what `loadCommandForm16` gives fits as it is. */
export interface FormSource {
  readonly schema: JsonSchema
  readonly rules?: readonly FieldRule[]
  check(value: unknown): readonly FieldProblem[]
}

export interface SchemaFormOptions {
  source: FormSource
  /** Values to start with, over the defaults. */
  initial?: JsonObject
  /** JSON Pointers of required members that may stay empty, because the server fills them in. */
  filledIn?: readonly string[]
}

export interface SchemaFormState {
  readonly source: FormSource
  /** What will be sent: no undefined members, no hollow optional objects. */
  readonly value: JsonObject
  readonly filledIn: readonly string[]
  /** Every problem the value has now. */
  readonly problems: readonly FieldProblem[]
  /** The problems to be shown, by field. */
  readonly shown: ReadonlyMap<string, readonly FieldProblem[]>
  /** Counts the attempts to send a broken value; the form moves the focus when it grows. */
  readonly refused: number
  /** JSON that does not parse keeps the form from being sent. */
  readonly raw: string | null
  edit(path: string, next: unknown): void
  replace(value: JsonObject): void
  setRaw(text: string | null): void
  touch(path: string): void
  /** The value in the order of the wire when it may be sent, else null, and the problems become visible. */
  attempt(): JsonObject | null
}

/** Required objects, the defaults of the rules, then what the caller knows better. */
export function startValue(
  source: FormSource,
  initial: JsonObject = {},
  now: number = Date.now(),
): JsonObject {
  let value = seed(source.schema, source.schema)
  for (const { path, defaultMinutesFromNow: minutes } of source.rules ?? []) {
    if (minutes === undefined) continue
    // Whole seconds: nobody reserves to the millisecond, and it is easier to read.
    const instant = new Date(Math.ceil(now / 1000) * 1000 + minutes * 60_000).toISOString()
    value = writeAt(source.schema, value, path, instant)
  }
  return { ...value, ...initial }
}

const none: readonly string[] = []

/** The state of a form: one value, edited by fields and as raw JSON alike. */
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
    (path: string, next: unknown) => setValue((present) => writeAt(source.schema, present, path, next)),
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
        return orderMembers(source.schema, source.schema, value) as JsonObject // an object stays one
      setRefused((count) => count + 1)
      return null
    },
  }
}
