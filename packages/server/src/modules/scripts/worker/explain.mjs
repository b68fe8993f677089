// @ts-check
import { placeIn } from './place.mjs'

/**
 * @import { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
 * @import { ScriptLimits } from '../limits.ts'
 * @import { ScriptError } from '../script.ts'
 * @import { createMeter } from './meter.mjs'
 */

/** Messages of the engine for exhausted memory; it has no codes. */
const outOfMemory = new Set([
  'InternalError: out of memory',
  'InternalError: string too long',
  'RangeError: BigInt is too large to allocate',
])

/**
 * Returns the reason why a script ended. Frees the handle.
 * @param {{ context: QuickJSContext, describe: QuickJSHandle, meter: ReturnType<typeof createMeter>,
 *   source: string, limits: ScriptLimits }} run
 * @param {{ handle: QuickJSHandle, isParsed: boolean }} thrown
 * @returns {ScriptError}
 */
export function explain({ context, describe, meter, source, limits }, { handle, isParsed }) {
  if (meter.isLate) {
    // no code of the script runs any more: the engine created this error, and its stack is a plain property
    const stack = ownText(context, handle, 'stack')
    handle.dispose()
    return { code: 'script.too_slow', params: { limit: limits.ms }, ...placeIn(source, stack) }
  }
  if (!isParsed) return syntaxError(context, handle, source)
  meter.grace()
  const described = describeIn(context, describe, handle)
  handle.dispose()
  return { ...thrownError(described.message, limits), ...placeIn(source, described.stack) }
}

/**
 * Returns the syntax error of a script, of which nothing has run. Frees the handle.
 * @param {QuickJSContext} context
 * @param {QuickJSHandle} handle
 * @param {string} source
 * @returns {ScriptError}
 */
export function syntaxError(context, handle, source) {
  const message = ownText(context, handle, 'message')
  const stack = ownText(context, handle, 'stack')
  handle.dispose()
  // library error: QuickJS has no code for it
  if (message === 'stack overflow') return { code: 'script.nested_too_deeply', line: null }
  return { code: 'script.invalid', params: { reason: message || 'unknown' }, ...placeIn(source, stack) }
}

/**
 * Returns the error for a failure of the engine itself, which ends this thread.
 * @param {unknown} error
 * @returns {ScriptError}
 */
export const engineFailure = (error) =>
  // the stack of the thread was exhausted before that of the engine
  error instanceof RangeError
    ? { code: 'script.calls_too_deep', line: null }
    : { code: 'script.crashed', line: null }

/**
 * Returns the error for a thrown value, without its place.
 * @param {string} message
 * @param {ScriptLimits} limits
 */
function thrownError(message, limits) {
  // library error: QuickJS has no code for it
  if (message === 'InternalError: stack overflow')
    return { code: /** @type {const} */ ('script.calls_too_deep') }
  if (outOfMemory.has(message))
    return {
      code: /** @type {const} */ ('script.out_of_memory'),
      params: { limit: limits.memoryBytes / 1024 / 1024 },
    }
  return { code: /** @type {const} */ ('script.thrown'), params: { reason: message } }
}

/**
 * @param {QuickJSContext} context
 * @param {QuickJSHandle} describe
 * @param {QuickJSHandle} thrown
 * @returns {{ message: string, stack: string }}
 */
function describeIn(context, describe, thrown) {
  const answer = context.callFunction(describe, context.undefined, thrown)
  if (answer.error) {
    answer.error.dispose()
    return { message: 'something was thrown that cannot be shown', stack: '' }
  }
  return JSON.parse(answer.value.consume((handle) => context.getString(handle)))
}

/**
 * Reads a text property of an error that the engine created before the script could touch it.
 * @param {QuickJSContext} context
 * @param {QuickJSHandle} error
 * @param {string} name
 */
const ownText = (context, error, name) =>
  context
    .getProp(error, name)
    .consume((handle) => (context.typeof(handle) === 'string' ? context.getString(handle) : ''))
