// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { isSpent } from './engine.mjs'
import { checkInSandbox, runInSandbox, troubleOf } from './sandbox.mjs'

/**
 * @import { ScriptLimits } from '../limits.ts'
 * @typedef {{ kind: 'run', source: string, given: string } | { kind: 'check', source: string }} Task
 */

// The thread of the sandbox, plain JavaScript so that it starts from source on every Node.js we run on. It does one
// task after the other; who started it ends it when an answer does not come.

/** @type {{ limits: ScriptLimits }} */
const { limits } = workerData

// The engine asks this realm for the local time, and a script must not see where the server stands.
const { prototype } = Date
const dates = Object.getOwnPropertyDescriptors(prototype)
const day = /** @type {const} */ (['FullYear', 'Month', 'Date', 'Day'])
const time = /** @type {const} */ (['Hours', 'Minutes', 'Seconds', 'Milliseconds'])
for (const part of [...day, ...time]) Object.defineProperty(prototype, `get${part}`, dates[`getUTC${part}`])
Object.defineProperty(prototype, 'getTimezoneOffset', { value: () => 0 })

const tell = (/** @type {unknown} */ told) => parentPort?.postMessage(told, [])

parentPort?.on('message', (/** @type {Task} */ task) => {
  const answer = task.kind === 'run' ? runInSandbox(task, limits) : checkInSandbox(task, limits)
  tell({ answer, isSpent: isSpent(), trouble: troubleOf() })
})
// the engine is compiled as it is used: better now than in the time of the first script
runInSandbox(
  { source: 'log(object)', given: JSON.stringify({ object: {}, params: {}, event: {}, now: 0 }) },
  limits,
)
tell('ready')
