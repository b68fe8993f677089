/** What a script sees of the object it runs for; it cannot change it. */
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
  /** What the caller of the method gave along. */
  params?: Readonly<Record<string, unknown>>
  /** The method that runs, and the states it leads from and to. */
  event: { action: string; from: string | null; to: string | null }
  /** The moment that all of a run sees. */
  now: Date
}

/** What a script wants done, in its order; `line` says where it said so, when that is known. */
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

/** Why there are no effects. `line` counts from 1, as the administrator wrote the script. */
export interface ScriptError {
  code: 'syntax' | 'thrown' | 'time' | 'memory' | 'depth' | 'limit' | 'waits' | 'busy' | 'crashed'
  message: string
  line: number | null
  column?: number
}

export type ScriptOutcome = { log: ScriptLine[]; ms: number } & (
  | { effects: ScriptEffect[]; error?: undefined }
  | { error: ScriptError; effects?: undefined }
)
