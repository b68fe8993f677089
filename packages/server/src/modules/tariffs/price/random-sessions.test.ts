import { expect, test } from 'vitest'
import { type Charge, type ChargePart, price, type PriceInput, type PriceResult } from '../index.ts'
import { amountsBySecond, checkBySecond, randomInputs } from './cases/checks.ts'
import { Random } from './cases/random.ts'

const inputs = randomInputs(300)
const results = inputs.map(price)

const amountsOf = (charges: readonly Charge[]) =>
  Object.fromEntries(
    charges.filter(({ amountMinor }) => amountMinor > 0).map((one) => [one.service, one.amountMinor]),
  )

/** Returns the price of an input with another session. */
const withSession = (input: PriceInput, changed: Partial<NonNullable<PriceInput['session']>>): PriceResult =>
  price({ ...input, session: { ...input.session!, ...changed } })

test('random sessions cost the same by an implementation that counts seconds', () => {
  for (const input of inputs) checkBySecond(input, amountsBySecond(input))
})

test('random sessions have all services and limits', () => {
  const seen = new Set(
    results.flatMap(({ charges, flags }) => [...charges.map(({ service }) => service), ...flags]),
  )
  expect([...seen].sort()).toEqual([
    'energy',
    'idle',
    'idle-limit',
    'maximum',
    'minimum',
    'no-states',
    'session',
    'time',
  ])
})

test('whatever the samples say, no charge is negative, and no session costs more than its maximum', () => {
  for (const [seed, { tariff, ...input }] of inputs.entries()) {
    const random = new Random(seed)
    const { startedAt, stoppedAt, meterStopWh } = input.session!
    const samples = Array.from({ length: random.below(12) }, (): [number, number] => [
      startedAt + random.below(2 * (stoppedAt! - startedAt)) - 60_000,
      random.below(2 * meterStopWh! + 10) / random.pick([1, 3]) - 5,
    ])
    const changed = { samples, maxPowerW: random.pick([undefined, 3_000, 22_000]) }
    const result = withSession({ ...input, tariff: { ...tariff, currency: 'EUR' } }, changed)
    for (const { amountMinor, beforeLimitMinor, quantity, parts } of result.charges) {
      expect(Math.min(amountMinor, beforeLimitMinor, quantity)).toBeGreaterThanOrEqual(0)
      for (const part of parts) expect(part.quantity).toBeGreaterThan(0)
    }
    expect(result.totalMinor).toBeLessThanOrEqual(Number(tariff.max_price ?? Infinity) * 100)
    expect(
      withSession(
        { ...input, tariff: { ...tariff, currency: 'EUR' } },
        { ...changed, samples: samples.toReversed() },
      ),
    ).toEqual(result)
  }
})

test('order and duplicates of samples and states are irrelevant', () => {
  for (const [seed, input] of inputs.entries()) {
    const { samples, states } = input.session!
    const twice = {
      samples: [...samples, ...samples].toReversed(),
      states: [...states.toReversed(), ...states],
    }
    expect(withSession(input, twice)).toEqual(results[seed])
  }
})

test('a price does not change its input, and a stored input has the same price again', () => {
  for (const [seed, input] of inputs.entries()) {
    const stored = JSON.stringify(input)
    const read = JSON.parse(stored) as PriceInput
    expect(price(read)).toEqual(results[seed])
    expect(JSON.stringify(read)).toBe(stored)
  }
})

const energyParts = ({ charges }: PriceResult): ChargePart[] =>
  charges.find(({ service }) => service === 'energy')?.parts ?? []

test('a sample on the line between two others changes nothing, a rounded one at most one Wh per boundary', () => {
  let whole = 0
  for (const [seed, input] of inputs.entries()) {
    const { startedAt, stoppedAt, meterStartWh, meterStopWh, samples } = input.session!
    const points = [[startedAt, meterStartWh], ...samples, [stoppedAt!, meterStopWh!]] as [number, number][]
    const index = new Random(seed).below(points.length - 1)
    const [[fromMs, fromWh], [toMs, toWh]] = [points[index]!, points[index + 1]!]
    const [ms, wh] = [(fromMs + toMs) / 2, (fromWh + toWh) / 2]
    const changed = withSession(input, { samples: [...samples, [ms, Math.floor(wh)]] })
    if (Number.isInteger(wh)) {
      whole++
      expect(amountsOf(changed.charges)).toEqual(amountsOf(results[seed]!.charges))
    }
    const isByPower = input.tariff.elements.some(({ restrictions: r }) => r?.min_power ?? r?.max_power)
    if (isByPower) continue
    for (const [at, part] of energyParts(changed).entries()) {
      const before = energyParts(results[seed]!)[at]!
      // a part has two boundaries
      if (part.reason === 'price') expect(Math.abs(part.quantity - before.quantity)).toBeLessThanOrEqual(2)
    }
  }
  expect(whole).toBeGreaterThan(100)
})
