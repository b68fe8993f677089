import { TimerHeap } from './timer-heap.ts'

export interface Timer {
  cancel(): void
}

/** Time as a parameter, so that tests can stop it. */
export interface Clock {
  /** The wall clock, in milliseconds since 1970: used for timestamps. */
  now(): number
  /**
   * Runs a function once, at least `delayMs` of monotonic time from now: a step of the wall clock triggers
   * nothing.
   */
  after(delayMs: number, run: () => void): Timer
}

/** Returns the clock of the process. All stations share one, so that the process has one armed timer. */
export function processClock(): Clock {
  const heap = new TimerHeap()
  let armed: NodeJS.Timeout | undefined
  let armedForMs = Number.POSITIVE_INFINITY

  const arm = (): void => {
    const nextMs = heap.nextDueMs
    if (nextMs === undefined || nextMs >= armedForMs) return
    clearTimeout(armed)
    armedForMs = nextMs
    armed = setTimeout(runDue, Math.min(0x7fffffff, Math.max(1, nextMs - performance.now())))
  }
  const runDue = (): void => {
    armedForMs = Number.POSITIVE_INFINITY
    const nowMs = performance.now()
    try {
      for (let entry = heap.takeDue(nowMs); entry; entry = heap.takeDue(nowMs)) entry.run()
    } finally {
      arm()
    }
  }
  const stopWhenEmpty = (): void => {
    if (heap.size > 0) return
    // An armed timer without work would keep the process alive after its last station has stopped.
    clearTimeout(armed)
    armedForMs = Number.POSITIVE_INFINITY
  }

  return {
    now: () => Date.now(),
    after: (delayMs, run) => {
      const entry = heap.add(performance.now() + Math.max(0, delayMs), run)
      arm()
      return {
        cancel: () => {
          heap.remove(entry)
          stopWhenEmpty()
        },
      }
    },
  }
}

export interface ManualClock extends Clock {
  /** Advances the time and runs what is due, each at its own moment. */
  advance(ms: number): void
}

/** Creates a clock that moves only by `advance`. */
export function manualClock(startMs = Date.parse('2026-01-05T08:00:00.000Z')): ManualClock {
  const heap = new TimerHeap()
  let nowMs = startMs
  return {
    now: () => nowMs,
    after: (delayMs, run) => {
      const entry = heap.add(nowMs + Math.max(0, delayMs), run)
      return { cancel: () => heap.remove(entry) }
    },
    advance: (ms) => {
      const endMs = nowMs + ms
      for (let entry = heap.takeDue(endMs); entry; entry = heap.takeDue(endMs)) {
        nowMs = Math.max(nowMs, entry.dueMs)
        entry.run()
      }
      nowMs = endMs
    },
  }
}
