// @ts-check
import { readEffect, WrongCall } from './effect.mjs'
import { beat, inRuntime } from './engine.mjs'
import { explain, engineFailure, syntaxError } from './explain.mjs'
import { guestFile, guestSource, scriptFile } from './guest.mjs'
import { createMeter } from './meter.mjs'
import { placeIn } from './place.mjs'

/**
 * @import { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
 * @import { ScriptLimits } from '../limits.ts'
 * @import { ScriptEffect, ScriptError, ScriptLine, ScriptOutcome } from '../script.ts'
 */

/** The frame is on separate lines, so that columns are the administrator's and line numbers are one higher. */
const framed = (/** @type {string} */ source) => `(function () {\n${source}\n})`

/** @type {string | null} */
let engineError = null
/** Returns the error of the engine when it broke, or null. */
export const engineErrorOf = () => engineError

/**
 * Runs one script. `given` is the JSON that it may read: object, params, event, now.
 * @param {{ source: string, given: string }} task
 * @param {ScriptLimits} limits
 * @returns {ScriptOutcome}
 */
export function runInSandbox({ source, given }, limits) {
  const began = performance.now()
  const notes = { effects: /** @type {ScriptEffect[]} */ ([]), log: /** @type {ScriptLine[]} */ ([]) }
  const error = attempt(limits, (runtime, context) =>
    runIn(runtime, context, { source, given, notes, limits }),
  )
  const ms = Math.round((performance.now() - began) * 10) / 10
  return error ? { error, log: notes.log, ms } : { ...notes, ms }
}

/**
 * Returns the syntax error of a script, or null; nothing of it runs.
 * @param {{ source: string }} task
 * @param {ScriptLimits} limits
 * @returns {ScriptError | null}
 */
export const checkInSandbox = ({ source }, limits) =>
  attempt(limits, (runtime, context) => {
    createMeter(runtime, limits.ms).start()
    const compiled = context.evalCode(framed(source), scriptFile, { strict: true, compileOnly: true })
    if (compiled.error) return syntaxError(context, compiled.error, source)
    compiled.value.dispose()
    return null
  })

/**
 * @param {ScriptLimits} limits
 * @param {(runtime: QuickJSRuntime, context: QuickJSContext) => ScriptError | null} work
 */
function attempt(limits, work) {
  try {
    return inRuntime(limits, work)
  } catch (error) {
    const answer = engineFailure(error)
    if (answer.code === 'script.crashed') engineError = String(error)
    return answer
  }
}

/**
 * @param {QuickJSRuntime} runtime
 * @param {QuickJSContext} context
 * @param {{ source: string, given: string, limits: ScriptLimits,
 *   notes: { effects: ScriptEffect[], log: ScriptLine[] } }} run
 * @returns {ScriptError | null}
 */
function runIn(runtime, context, { source, given, notes, limits }) {
  const meter = createMeter(runtime, limits.ms)
  /** @type {ScriptError | null} */
  let stopped = null
  const emit = context.newFunction('emit', (json, stack) => {
    beat()
    const { line } = placeIn(source, context.getString(stack))
    if (notes.effects.length >= limits.effects) {
      stopped = { code: 'script.too_many_effects', params: { limit: limits.effects }, line }
      meter.stop()
      return context.false
    }
    try {
      notes.effects.push(readEffect(context.getString(json), line, limits))
    } catch (error) {
      if (error instanceof WrongCall) return context.newString(error.message)
      throw error
    }
  })
  const print = context.newFunction('print', (json, stack) => {
    const isLast = notes.log.length === limits.logLines
    const text = isLast ? '… (the rest was left out)' : JSON.parse(context.getString(json))
    notes.log.push({ line: placeIn(source, context.getString(stack)).line, text })
    return isLast ? context.true : context.false
  })
  const describe = setUpGlobals(context, [emit, print, context.newString(given)])
  meter.start()
  const thrown = callScript(context, source)
  const error = thrown ? explain({ context, describe, meter, source, limits }, thrown) : pendingJobs(runtime)
  describe.dispose()
  return stopped ?? error
}

/**
 * Sets up the globals of the script. Returns the guest's function that describes a thrown value.
 * @param {QuickJSContext} context
 * @param {QuickJSHandle[]} args
 */
function setUpGlobals(context, args) {
  const guest = context.unwrapResult(context.evalCode(guestSource, guestFile, { strict: true }))
  beat()
  const describe = context.unwrapResult(context.callFunction(guest, context.undefined, args))
  for (const handle of [guest, ...args]) handle.dispose()
  return describe
}

/**
 * Returns the thrown value, and whether the script could be parsed at all.
 * @param {QuickJSContext} context
 * @param {string} source
 */
function callScript(context, source) {
  const script = context.evalCode(framed(source), scriptFile, { strict: true })
  if (script.error) return { handle: script.error, isParsed: false }
  beat()
  const answer = context.callFunction(script.value, context.undefined)
  script.value.dispose()
  if (answer.error) return { handle: answer.error, isParsed: true }
  answer.value.dispose()
  return null
}

/**
 * Returns an error if jobs are pending: they would never run, so their effects would be engineFailure.
 * @param {QuickJSRuntime} runtime
 * @returns {ScriptError | null}
 */
const pendingJobs = (runtime) => (runtime.hasPendingJob() ? { code: 'script.waits', line: null } : null)
