import { expect, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { type CalledRow, type CountedRow, RepeatedCalls } from './repeated-calls.ts'

const call = (more: Partial<CalledRow>): CalledRow => ({
  id: newId(),
  at: new Date(),
  viewer: null,
  path: '/whoami',
  parameters: null,
  runMs: 1,
  status: 401,
  address: '192.0.2.1',
  ...more,
})
const viewer = { accountId: 'a', userId: 'u', username: 'kim', session: 's' }

function open(maxKinds?: number) {
  const written: CountedRow[] = []
  const time = { ms: 0, warnings: 0 }
  const repeated = new RepeatedCalls({
    write: (row) => written.push(row),
    unknownLimitReached: () => (time.warnings += 1),
    nowMs: () => time.ms,
    maxKinds,
  })
  return { repeated, written, time }
}
const ofParameters = (n: number) => call({ viewer, path: '/card/get', status: 200, parameters: String(n) })
const sumOf = (rows: readonly CountedRow[]) => rows.reduce((sum, { calls }) => sum + calls, 0)

// Proves INV-9, L68
test('drops kinds of requests beyond a limit one by one and writes their counts', () => {
  const { repeated, written } = open(10)
  for (let n = 0; n < 100; n++) {
    for (let times = 0; times < 7; times++) repeated.add(ofParameters(n % 20))
    expect(repeated.size).toBeLessThanOrEqual(10)
  }
  repeated.writeEnded(true)
  expect(repeated.size).toBe(0)
  expect(sumOf(written)).toBe(700)
})

// Proves L65
test('limits the entries per minute of requests without a signed-in user, whatever their addresses', () => {
  const { repeated, written, time } = open()
  for (let minute = 1; minute <= 3; minute++) {
    for (let n = 0; n < 20_000; n++) repeated.add(call({ address: `10.0.${n >> 8}.${n & 255}` }))
    time.ms += 60_000
    repeated.writeEnded()
    expect(written).toHaveLength(minute * 601)
    expect(time.warnings).toBe(minute)
    expect(repeated.size).toBe(0)
  }
  expect(sumOf(written)).toBe(60_000)
  expect(written.at(-1)).toMatchObject({ path: '*', address: '*', calls: 19_400 })
})

test('gives an entry that counts requests the id and time of the last one, and groups addresses of one /64', () => {
  const { repeated, written, time } = open()
  const calls = Array.from({ length: 9 }, (_, n) => call({ address: `2001:db8::${n + 1}` }))
  for (const one of calls) repeated.add(one)
  expect(written.map(({ id }) => id)).toEqual(calls.slice(0, 5).map(({ id }) => id))
  time.ms += 60_000
  repeated.writeEnded()
  expect(written[5]).toEqual({ ...calls[8], calls: 4 })
})

test('never groups writes or failures of a user', () => {
  const { repeated, written } = open()
  for (let n = 0; n < 50; n++) {
    repeated.add(call({ viewer, path: '/card/set', status: 200 }))
    repeated.add(call({ viewer, path: '/card/get', status: 404 }))
  }
  expect(written.map(({ calls }) => calls)).toEqual(Array.from({ length: 100 }, () => 1))
})
