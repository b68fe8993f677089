/** Limits of one run of a script. */
export interface ScriptLimits {
  /** Run time in ms; time in which the machine does something else does not count. */
  ms: number
  /** Time in ms without a beat after which the thread is ended: some work of the engine cannot be interrupted. */
  silentMs: number
  /** Total time in ms after which the thread is ended in any case, even if it still beats. */
  hardMs: number
  /** Time in ms in the queue, for which the caller waits. */
  waitMs: number
  memoryBytes: number
  stackBytes: number
  /** Characters. */
  source: number
  /** Characters of the JSON that the script may read. */
  given: number
  effects: number
  /** As in the forms of the console: a longer label could not be saved again. */
  label: number
  /** Of methods and of recipients of notices. */
  name: number
  tags: number
  tag: number
  notice: number
  url: number
  /** Characters of the JSON of one post or of the params of one method. */
  body: number
  logLines: number
}

export const scriptLimits: ScriptLimits = {
  ms: 50,
  silentMs: 500,
  hardMs: 1_000,
  waitMs: 3_000,
  memoryBytes: 16 * 1024 * 1024,
  stackBytes: 128 * 1024,
  source: 65_536,
  given: 262_144,
  effects: 20,
  label: 120,
  name: 200,
  tags: 32,
  tag: 64,
  notice: 1_000,
  url: 2_000,
  body: 32_768,
  logLines: 100,
}
