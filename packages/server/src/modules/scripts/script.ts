/** The object for which a script runs, read-only to the script. */
export interface ScriptObject {
  id: string
  class: string
  type: string | null
  state: string | null
  label: string
  tags: readonly string[]
  owner: string | null
  account: string | null
  fields: Readonly<Record<string, unknown>>
}

export interface ScriptRun {
  source: string
  object: ScriptObject
  /** Parameters given by the caller of the method. */
  params?: Readonly<Record<string, unknown>>
  /** The running method with the states before and after. */
  event: { action: string; from: string | null; to: string | null }
  /** The only point in time that a run sees. */
  now: Date
}

/** An effect that a script requests, in order; `line` is its line, if known. */
export type ScriptEffect = { line: number | null } & (
  | { kind: 'setLabel'; text: string }
  | { kind: 'setTags'; tags: string[] }
  | { kind: 'runMethod'; code: string; params: Record<string, unknown> }
  | { kind: 'notice'; to: string; text: string }
  | { kind: 'post'; url: string; body: string }
)

export interface ScriptLine {
  line: number | null
  text: string
}

/**
 * The reason why a script has no effects: an error of the contract. `line` counts from 1, in the script as the
 * administrator wrote it.
 */
export type ScriptError = { line: number | null; column?: number } & (
  | { code: 'script.invalid' | 'script.thrown'; params: { reason: string } }
  | { code: 'script.invalid_character'; params: { line: number } }
  | {
      code:
        | 'script.too_long'
        | 'script.too_slow'
        | 'script.out_of_memory'
        | 'script.input_too_large'
        | 'script.too_many_effects'
      params: { limit: number }
    }
  | {
      code:
        | 'script.nested_too_deeply'
        | 'script.calls_too_deep'
        | 'script.waits'
        | 'script.busy'
        | 'script.crashed'
    }
)

export type ScriptOutcome = { log: ScriptLine[]; ms: number } & (
  | { effects: ScriptEffect[]; error?: undefined }
  | { error: ScriptError; effects?: undefined }
)
