import { useSyncExternalStore } from 'react'

/**
 * One clock for the whole page. It ticks each second while a time younger than a minute is shown, otherwise
 * every 30 seconds, and not at all without subscribers.
 */
type Pace = 'second' | 'half-minute'

const listeners: Record<Pace, Set<() => void>> = { second: new Set(), 'half-minute': new Set() }
const timers: Partial<Record<Pace, ReturnType<typeof setInterval>>> = {}
const period: Record<Pace, number> = { second: 1_000, 'half-minute': 30_000 }
const now: Record<Pace, number> = { second: Date.now(), 'half-minute': Date.now() }

function tick(pace: Pace): void {
  now[pace] = Date.now()
  for (const listener of listeners[pace]) listener()
}

const subscribe: Record<Pace, (listener: () => void) => () => void> = {
  second: (listener) => join('second', listener),
  'half-minute': (listener) => join('half-minute', listener),
}

function join(pace: Pace, listener: () => void): () => void {
  if (listeners[pace].size === 0) {
    now[pace] = Date.now()
    timers[pace] = setInterval(() => tick(pace), period[pace])
  }
  listeners[pace].add(listener)
  return () => {
    listeners[pace].delete(listener)
    if (listeners[pace].size === 0) clearInterval(timers[pace])
  }
}

/** Returns milliseconds since 1970, updated at the given pace while the component is mounted. */
export const useNow = (pace: Pace = 'half-minute'): number =>
  useSyncExternalStore(subscribe[pace], () => now[pace])
