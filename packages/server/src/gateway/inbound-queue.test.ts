import type { CallFrame } from '@stationmaster/ocpp'
import { afterEach, expect, it, vi } from 'vitest'
import { RunningClock } from '../shared/clock.ts'
import { InboundQueue } from './inbound-queue.ts'

afterEach(() => void vi.useRealTimers())

// Proves L9
it('gives a station that does not wait a share, and resumes reading when there is space', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let isPaused = false
  let handled = 0
  const queue = new InboundQueue({
    ws: { pause: () => void (isPaused = true), resume: () => void (isPaused = false) },
    clock: new RunningClock(250, () => performance.now()),
    options: { pipelinedPerSecond: 20, pipelinedBurst: 5 },
    handle: () => void handled++,
  })
  const frame: CallFrame = { kind: 'call', id: '1', action: 'Heartbeat', payload: {} }
  for (let n = 0; n < 40; n++) queue.put({ frame, text: 'x', receivedAt: new Date() })
  expect(isPaused).toBe(true)
  queue.start()
  expect(handled).toBe(5)
  for (const most of [10, 15, 20, 25, 30, 35, 40]) {
    vi.advanceTimersByTime(1_000)
    queue.process()
    expect(handled).toBe(most)
  }
  expect(isPaused).toBe(false)
  expect(queue.size).toBe(0)
})
