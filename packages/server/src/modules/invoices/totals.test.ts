import { describe, expect, test } from 'vitest'
import { invoiceTotals, sumOfLines } from './totals.ts'

const de = (amountMinor: number, taxBp = 1900) => ({ country: 'DE', taxBp, amountMinor })

describe('totals of an invoice', () => {
  test('tax is taken out of gross amounts, once per rate', () => {
    // 25.00 × 19 ÷ 119 = 3.9916
    expect(invoiceTotals([de(1000), de(1500)], true)).toMatchObject({
      netMinor: 2101,
      taxMinor: 399,
      grossMinor: 2500,
      taxes: [{ country: 'DE', taxBp: 1900, netMinor: 2101, taxMinor: 399, grossMinor: 2500 }],
      // 1.5966 and 2.3950: 1.59 and 2.39, and the cent that is left goes to the larger remainder
      lines: [
        { netMinor: 840, taxMinor: 160 },
        { netMinor: 1261, taxMinor: 239 },
      ],
    })
  })

  test('tax is added to net amounts, rounded half away from zero', () => {
    // 0.50 × 19 % = 0.095
    expect(invoiceTotals([de(50)], false)).toMatchObject({ netMinor: 50, taxMinor: 10, grossMinor: 60 })
    expect(invoiceTotals([de(-50)], false)).toMatchObject({ netMinor: -50, taxMinor: -10, grossMinor: -60 })
  })

  test('rates and countries are kept apart and ordered', () => {
    const totals = invoiceTotals(
      [de(119), { country: 'AT', taxBp: 2000, amountMinor: 120 }, de(107, 700)],
      true,
    )
    expect(totals.taxes.map(({ country, taxBp, taxMinor }) => [country, taxBp, taxMinor])).toEqual([
      ['AT', 2000, 20],
      ['DE', 700, 7],
      ['DE', 1900, 19],
    ])
    expect(totals).toMatchObject({ netMinor: 300, taxMinor: 46, grossMinor: 346 })
  })

  test('a charge that is taken back leaves nothing of its tax', () => {
    const totals = invoiceTotals([de(1076), de(-1076), de(333)], true)
    // 3.33 × 19 ÷ 119 = 0.5317
    expect(totals).toMatchObject({ taxMinor: 53, grossMinor: 333 })
    expect(totals.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(53)
  })

  test('the lines always add up to the taxes, and no line is off by more than a cent', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 40; round++) {
      const lines = Array.from({ length: 1 + random(40) }, () =>
        de(random(100_000) - 10_000, [0, 700, 1900, 810][random(4)]),
      )
      for (const isTaxIncluded of [true, false]) {
        const totals = invoiceTotals(lines, isTaxIncluded)
        const { lines: taxes, ...sums } = totals
        expect(sumOfLines(lines.map((line, index) => ({ ...line, ...taxes[index]! })))).toEqual(sums)
        for (const [index, { amountMinor, taxBp }] of lines.entries()) {
          const exact = (amountMinor * taxBp) / (isTaxIncluded ? 10_000 + taxBp : 10_000)
          expect(Math.abs(taxes[index]!.taxMinor - exact)).toBeLessThan(1.000_001)
        }
      }
    }
  })

  test('an invoice without lines has no totals', () => {
    expect(invoiceTotals([], true)).toEqual({ netMinor: 0, taxMinor: 0, grossMinor: 0, taxes: [], lines: [] })
  })
})
