// @ts-check
import { beat } from './engine.mjs'

/** @import { QuickJSRuntime } from 'quickjs-emscripten-core' */

/**
 * The engine calls back about every fifth of a millisecond; a longer gap means that the thread had no
 * processor.
 */
const longestGapMs = 5
/** Extra time to describe the thrown value when the time is over. */
const graceMs = 5

/**
 * Interrupts a run whose time is over. Time in which the machine did something else does not count, so that a
 * script that works on one day does not fail on a busy one.
 * @param {QuickJSRuntime} runtime
 * @param {number} ms
 */
export function createMeter(runtime, ms) {
  // our own preparation does not count
  let leftMs = Number.POSITIVE_INFINITY
  let last = 0
  let isStopped = false
  runtime.setInterruptHandler(() => {
    beat()
    const now = performance.now()
    leftMs -= Math.min(now - last, longestGapMs)
    last = now
    return isStopped || leftMs <= 0
  })
  const allow = (/** @type {number} */ more) => {
    leftMs = more
    last = performance.now()
    isStopped = false
  }
  return {
    start: () => allow(ms),
    grace: () => allow(graceMs),
    /** Interrupts the run at the next callback, as if the time were over. */
    stop: () => void (isStopped = true),
    get isLate() {
      return leftMs <= 0
    },
  }
}
