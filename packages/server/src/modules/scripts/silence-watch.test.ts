import { describe, expect, it } from 'vitest'
import { SilenceWatch } from './silence-watch.ts'

const limits = { silentMs: 500, hardMs: 1_000 }

/**
 * Checks every 100 ms while the process gets a share of one processor; returns the time of the check that
 * finds it late.
 */
function lateAt(share: number, beatsPerLook: number): number {
  const watch = new SilenceWatch(limits, { beats: 0, nowMs: 0, cpuMs: 0 })
  for (let look = 1; look <= 1_000; look++)
    if (watch.isLate(look * beatsPerLook, look * 100, look * 100 * share)) return look * 100
  return Infinity
}

describe('a thread is late', () => {
  it('after half a second of silence with a processor of its own', () => {
    expect(lateAt(1, 0)).toBe(500)
  })

  // Proves L122
  it('after a second of run time, even if it beats', () => {
    expect(lateAt(1, 1)).toBe(1_000)
  })

  it('later if the machine has little time for the process', () => {
    expect(lateAt(0.25, 0)).toBe(2_000)
    expect(lateAt(0.25, 1)).toBe(4_000)
  })

  // Proves L122
  it('after ten times the limit without any processor', () => {
    expect(lateAt(0, 0)).toBe(10_000)
  })

  it('no earlier if other threads of the process are busy', () => {
    expect(lateAt(4, 0)).toBe(500)
  })
})
