import { expect, test } from 'vitest'
import { sampleInvoice } from './document-samples.ts'
import { documentSums } from './totals.ts'

test('adds up the rates, and takes off what is paid', () => {
  const totals = [
    { taxBp: 1_900, netMinor: 100, taxMinor: 19, grossMinor: 119 },
    { taxBp: 700, netMinor: 100, taxMinor: 7, grossMinor: 107 },
  ]
  expect(documentSums({ totals, paidMinor: 26 })).toEqual({
    netMinor: 200,
    taxMinor: 26,
    grossMinor: 226,
    dueMinor: 200,
  })
})

test('the net amounts of the lines of a sample add up', () => {
  const net = sampleInvoice.lines.reduce((sum, { netMinor }) => sum + netMinor, 0)
  expect(net).toBe(documentSums(sampleInvoice).netMinor)
})
