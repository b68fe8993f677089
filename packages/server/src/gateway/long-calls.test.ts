import { protocol16 } from '@stationmaster/ocpp/v16'
import { expect, it } from 'vitest'
import { frameText, LongCalls } from './long-calls.ts'

const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}

// Proves L6
it('processes four messages at a time, in the order of arrival', async () => {
  const calls = new LongCalls()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = async (n: number) => {
    const end = await calls.turn()
    begun.push(n)
    ends.push(end)
  }
  for (let n = 0; n < 8; n++) void work(n)
  await settle()
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]!()
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (const end of [ends[0]!, ends[1]!, ends[3]!]) end()
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

// Proves L6
it('holds no more characters than its limit', () => {
  const calls = new LongCalls()
  const million = 1024 * 1024
  const releases = Array.from({ length: 64 }, () => calls.reserve(million))
  expect(releases.every((release) => release !== null)).toBe(true)
  expect(calls.reserve(1)).toBeNull()
  releases[0]!()
  expect(calls.reserve(million)).not.toBeNull()
  expect(calls.reservedChars).toBe(64 * million)
})

// Proves G39
it('limits the length of a frame, with a separate limit for StopTransaction', () => {
  const limits = { protocol: protocol16, frameBytes: 100 }
  const stop = `[2,"1","StopTransaction",{"x":"${'y'.repeat(200)}"}]`
  expect(frameText(Buffer.from('x'.repeat(100)), limits)?.text).toHaveLength(100)
  expect(frameText(Buffer.from('x'.repeat(101)), limits)).toBeNull()
  expect(frameText(Buffer.from(stop), limits)?.list).toEqual(['transactionData'])
  expect(frameText(Buffer.from(stop.replace('Stop', 'Stup')), limits)).toBeNull()
})
