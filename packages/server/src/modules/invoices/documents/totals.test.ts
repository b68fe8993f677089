import { expect, test } from 'vitest'
import { sampleInvoice, sampleLines } from './document-samples.ts'
import type { InvoiceLine } from './invoice-document.ts'
import { taxOf, computeTotals, documentSums, lineNetAmounts } from './totals.ts'

const lines = (...amounts: [amountMinor: number, taxBp: number][]): InvoiceLine[] =>
  amounts.map(([amountMinor, taxBp]) => ({
    label: 'Ladestrom',
    service: 'ENERGY',
    quantity: 1_000,
    amountMinor,
    netMinor: null,
    taxBp,
    session: null,
    parts: [],
  }))

test('takes the tax out of gross amounts and puts it on top of net amounts, once per rate', () => {
  const two = lines([2_500, 1_900], [1_000, 700], [1, 1_900], [1, 1_900])
  expect(computeTotals({ lines: two, pricesIncludeTax: true })).toEqual([
    { taxBp: 1_900, netMinor: 2_103, taxMinor: 399, grossMinor: 2_502 },
    { taxBp: 700, netMinor: 935, taxMinor: 65, grossMinor: 1_000 },
  ])
  expect(computeTotals({ lines: two, pricesIncludeTax: false })).toEqual([
    { taxBp: 1_900, netMinor: 2_502, taxMinor: 475, grossMinor: 2_977 },
    { taxBp: 700, netMinor: 1_000, taxMinor: 70, grossMinor: 1_070 },
  ])
})

test('rounds tax half away from zero', () => {
  expect(taxOf(50, 100, false)).toBe(1)
  expect(taxOf(49, 100, false)).toBe(0)
  expect(taxOf(Number.MAX_SAFE_INTEGER, 10_000, false)).toBe(Number.MAX_SAFE_INTEGER)
})

test('lines of a gross list add up to the net amount of their rate', () => {
  const document = { ...sampleInvoice, lines: sampleLines }
  const net = lineNetAmounts(document)
  expect(net.reduce((sum, amount) => sum + amount, 0)).toBe(documentSums(document).netMinor)
  for (const [index, amount] of net.entries()) {
    const exact = ((sampleLines[index]?.amountMinor ?? 0) * 10_000) / 11_900
    expect(Math.abs(amount - exact)).toBeLessThan(1)
  }
})

test('gives the cents that rounding leaves to the lines with the largest remainders', () => {
  const three = lines([100, 1_900], [100, 1_900], [30, 1_900])
  const totals = computeTotals({ lines: three, pricesIncludeTax: true })
  expect(totals).toEqual([{ taxBp: 1_900, netMinor: 193, taxMinor: 37, grossMinor: 230 }])
  expect(lineNetAmounts({ lines: three, totals, pricesIncludeTax: true })).toEqual([84, 84, 25])
  const equal = lines([33, 1_900], [33, 1_900], [33, 1_900])
  expect(
    lineNetAmounts({
      lines: equal,
      totals: computeTotals({ lines: equal, pricesIncludeTax: true }),
      pricesIncludeTax: true,
    }),
  ).toEqual([28, 28, 27])
})

test('random gross lists add up at any rate, no line differs by a unit', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  for (let round = 0; round < 300; round += 1) {
    const rates = [random(2_700), 0, 1_900]
    const many = lines(
      ...Array.from({ length: 1 + random(40) }, (): [number, number] => [
        random(9_000),
        rates[random(3)] ?? 0,
      ]),
    )
    const totals = computeTotals({ lines: many, pricesIncludeTax: true })
    const net = lineNetAmounts({ lines: many, totals, pricesIncludeTax: true })
    for (const total of totals) {
      const sum = many.reduce((all, line, at) => all + (line.taxBp === total.taxBp ? (net[at] ?? 0) : 0), 0)
      expect(sum).toBe(total.netMinor)
    }
    expect(net.every((amount, at) => Math.abs(amount - exactNet(many[at])) < 1 && amount >= 0)).toBe(true)
  }
})

const exactNet = (line: InvoiceLine | undefined) =>
  ((line?.amountMinor ?? 0) * 10_000) / (10_000 + (line?.taxBp ?? 0))

test('follows totals that were booked, also if they differ by a unit', () => {
  const one = lines([442, 1_900])
  const totals = [{ taxBp: 1_900, netMinor: 372, taxMinor: 70, grossMinor: 442 }]
  expect(lineNetAmounts({ lines: one, totals, pricesIncludeTax: true })).toEqual([372])
})
