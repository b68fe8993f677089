import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freezeInput, hasHash, type StoredInput, thawInput } from './frozen-input.ts'

const inputWith = (samples: [number, number][]): StoredInput => ({
  tariff: null,
  offsets: [[0, 60]],
  session: {
    startedAt: 1_795_805_000_000,
    stoppedAt: 1_795_808_600_000,
    meterStartWh: 1_000,
    meterStopWh: 9_000,
    samples,
    states: [[1_795_805_000_000, 'Charging']],
    timesTrusted: true,
    held: false,
  },
})

/** Input as it was stored before readings became differences. */
function frozenWithPairs(input: StoredInput) {
  const json = JSON.stringify(input)
  return { input: deflateRawSync(json), sha256: createHash('sha256').update(json).digest() }
}

const readings: [number, number][] = [
  [1_795_805_060_000, 1_200],
  [1_795_805_060_000, 1_190],
  [1_795_804_999_000, 500],
  [1_795_808_600_001, 2 ** 52],
]

test.each([[[]], [readings.slice(0, 1)], [readings]])(
  'an input is returned as it was frozen: %j',
  (samples) => {
    const input = inputWith(samples)
    expect(thawInput(freezeInput(input))).toEqual({ input, isIntact: true })
  },
)

test.each([1e20, 1e308, -1e308, Number.MAX_SAFE_INTEGER])(
  'an input with a reading of %d Wh is returned as it was frozen',
  (wh) => {
    const input = inputWith([
      ...readings,
      [1_795_808_600_002, wh],
      [1_795_808_600_003, -1],
      [1_795_808_600_004, 8_900],
    ])
    expect(thawInput(freezeInput(input))).toEqual({ input, isIntact: true })
  },
)

test('an input without a session is returned as it was frozen', () => {
  const input: StoredInput = { tariff: null, offsets: [[0, 0]], session: null }
  expect(thawInput(freezeInput(input))).toEqual({ input, isIntact: true })
})

test('an input that was frozen with pairs of readings is read, and equal to the same input now', () => {
  const input = inputWith(readings)
  const stored = frozenWithPairs(input)
  expect(thawInput(stored)).toEqual({ input, isIntact: true })
  const now = freezeInput(input)
  expect(now.sha256.equals(stored.sha256)).toBe(false)
  expect(hasHash(now, stored.sha256)).toBe(true)
  expect(hasHash(now, frozenWithPairs(inputWith(readings.slice(1))).sha256)).toBe(false)
})

test.each([
  ['as it is', 100, 3],
  ['deflated', 200, 2],
])('an input is stored %s with %d readings', (_, count, blockType) => {
  const samples = Array.from({ length: count }, (__, index): [number, number] => [
    1_795_805_000_000 + index * 30_000,
    1_000 + index * 60 + (index % 7),
  ])
  const frozen = freezeInput(inputWith(samples))
  expect((frozen.input[0]! >> 1) & 3).toBe(blockType)
  expect(frozen.input.length).toBeLessThan(1_800)
  expect(thawInput(frozen)).toEqual({ input: inputWith(samples), isIntact: true })
})

test('an input that was deflated is read, and equal to the same input now', () => {
  const input = inputWith(readings)
  const now = freezeInput(input)
  const stored = { input: deflateRawSync(now.input.subarray(1)), sha256: now.sha256 }
  expect(thawInput(stored)).toEqual({ input, isIntact: true })
  expect(hasHash(now, stored.sha256)).toBe(true)
})

test('an input that was changed is not intact', () => {
  const { sha256 } = freezeInput(inputWith(readings))
  expect(thawInput({ ...freezeInput(inputWith([])), sha256 }).isIntact).toBe(false)
})
