// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { isSpent } from './engine.mjs'
import { checkInSandbox, runInSandbox, engineErrorOf } from './sandbox.mjs'

/**
 * @import { ScriptLimits } from '../limits.ts'
 * @typedef {{ kind: 'run', source: string, given: string } | { kind: 'check', source: string }} Task
 */

// The thread of the sandbox, in plain JavaScript so that it starts from source on every supported Node.js. It
// runs one task after the other; its owner ends it if an answer does not arrive.

/** @type {{ limits: ScriptLimits }} */
const { limits } = workerData

// The engine asks this realm for the local time, and a script must not see the time zone of the server.
const { prototype } = Date
const dates = Object.getOwnPropertyDescriptors(prototype)
const day = /** @type {const} */ (['FullYear', 'Month', 'Date', 'Day'])
const time = /** @type {const} */ (['Hours', 'Minutes', 'Seconds', 'Milliseconds'])
for (const part of [...day, ...time]) Object.defineProperty(prototype, `get${part}`, dates[`getUTC${part}`])
Object.defineProperty(prototype, 'getTimezoneOffset', { value: () => 0 })

const reply = (/** @type {unknown} */ message) => parentPort?.postMessage(message, [])

parentPort?.on('message', (/** @type {Task} */ task) => {
  const answer = task.kind === 'run' ? runInSandbox(task, limits) : checkInSandbox(task, limits)
  reply({ answer, isSpent: isSpent(), engineError: engineErrorOf() })
})
// the engine is compiled on first use, which must not count as time of the first script
runInSandbox(
  { source: 'log(object)', given: JSON.stringify({ object: {}, params: {}, event: {}, now: 0 }) },
  limits,
)
reply('ready')
