/** What one run of a script may take. */
export interface ScriptLimits {
  /** Its own time; while the machine does something else the clock stands still. */
  ms: number
  /** Without a sign of life for so long the thread is ended: some work of the engine cannot be interrupted. */
  silentMs: number
  /** From its beginning the thread is ended after so long in any case, also between steps that give signs of life. */
  hardMs: number
  /** In the queue: who waits holds a transaction open. */
  waitMs: number
  memoryBytes: number
  stackBytes: number
  /** Characters. */
  source: number
  /** Characters of the JSON of what it may look at. */
  given: number
  effects: number
  /** What people may write, too: a longer one could not be saved again. */
  label: number
  /** Of methods, and of whom a notice is for. */
  name: number
  tags: number
  tag: number
  notice: number
  url: number
  /** Characters of the JSON of one post, or of the params of one method. */
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
