import type { TariffDefinition } from '@stationmaster/contract'
import { describe, expect, it } from 'vitest'
import { type DraftValues, readDraft, valuesOfDraft } from './draft-values.ts'
import { elementsOf, linesOf, moveLine, newLine } from './price-lines.ts'

const definition: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [
    {
      price_components: [
        { type: 'ENERGY', price: '0.64', step_size: 10 },
        { type: 'PARKING_TIME', price: '6.00' },
      ],
      restrictions: {
        start_time: '07:00',
        end_time: '21:00',
        end_date: '2027-01-01',
        max_duration: 5400,
        day_of_week: ['MONDAY', 'FRIDAY'],
      },
    },
    { price_components: [{ type: 'ENERGY', price: '0.49' }] },
  ],
  min_price: '1.00',
  idle: { grace_seconds: 900, max: '12.00', until: 'release', from_meter: true },
  free_below_wh: 500,
}
const version = { definition, commission: 850, version_no: 4 }
const draftWith = (change: Partial<DraftValues>) => ({ ...valuesOfDraft(version, 'EUR'), ...change })
const problemsOf = (change: Partial<DraftValues>) =>
  readDraft(draftWith(change)).problems.map(({ field, code }) => `${field} ${code}`)

describe('the values of a draft', () => {
  it('are the stored definition again if nothing is changed', () => {
    const read = readDraft(valuesOfDraft(version, 'EUR'))
    expect(read).toMatchObject({ definition, commission: 850 })
  })

  it('have one line per price, time per minute, the last day of validity, and minutes', () => {
    const [energy, idle, other] = linesOf(definition)
    expect(energy).toMatchObject({
      type: 'ENERGY',
      price: '0.64',
      end_date: '2026-12-31',
      max_duration: '90',
    })
    expect(idle).toMatchObject({ type: 'PARKING_TIME', price: '0.10', unit: 'minute', start_time: '07:00' })
    expect(other).toMatchObject({ type: 'ENERGY', price: '0.49', day_of_week: [] })
  })

  it('keep a price per hour that has no exact price per minute', () => {
    const [line] = linesOf({ elements: [{ price_components: [{ type: 'TIME', price: '1.00' }] }] })
    expect(line).toMatchObject({ price: '1.00', unit: 'hour' })
    expect(elementsOf([line!]).elements).toEqual([{ price_components: [{ type: 'TIME', price: '1.00' }] }])
  })

  it('accept a decimal comma', () => {
    const lines = [{ ...newLine(0), price: '0,4925' }]
    expect(readDraft(draftWith({ lines, vat: '7,5' })).definition).toMatchObject({
      vat: 750,
      elements: [{ price_components: [{ price: '0.4925' }] }],
    })
  })

  it('of a new draft need a price and a tax rate', () => {
    const { problems } = readDraft(valuesOfDraft(null, 'EUR'))
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'vat percent',
      'lines.0.price tariff_price.invalid',
    ])
  })
})

describe('a problem is reported at the field', () => {
  const { lines } = valuesOfDraft(version, 'EUR')
  const withLine = (index: number, change: object) => ({
    lines: lines.map((line, at) => (at === index ? { ...line, ...change } : line)),
  })
  it.each([
    [withLine(2, { price: '-1' }), 'lines.2.price tariff_price.negative'],
    [withLine(1, { price: 'x' }), 'lines.1.price tariff_price.invalid'],
    [withLine(2, { min_kwh: 'x' }), 'lines.2.min_kwh tariff_price.quantity_invalid'],
    [withLine(2, { min_duration: 'x' }), 'lines.2.min_duration tariff_price.quantity_invalid'],
    [withLine(2, { start_time: '08:00', end_time: '08:00' }), 'lines.2.end_time tariff_price.equal_times'],
    [{ min_price: '20', max_price: '10' }, 'min_price tariff_price.limits_crossed'],
    [{ idleMax: '1.234' }, 'idleMax tariff_price.amount_decimals'],
    [{ commission: '101' }, 'commission percent'],
    [{ grace: 'x' }, 'grace minutes'],
    [{ freeBelow: '-1' }, 'freeBelow tariff_price.quantity_invalid'],
  ] as [Partial<DraftValues>, string][])('%#: %s', (change, problem) => {
    expect(problemsOf(change)).toContain(problem)
  })

  it('as a warning at a line that never applies', () => {
    const hidden = [newLine(0), newLine(1)].map((line) => ({ ...line, price: '0.5' }))
    expect(readDraft(draftWith({ lines: hidden })).problems).toEqual([
      { field: 'lines.1', code: 'tariff_price.element_hidden', isWarning: true },
    ])
  })
})

const ids = (from: number, to: number) =>
  moveLine([newLine(1), newLine(2), newLine(3)], from, to).map(({ id }) => id)

it('a line moves before another', () => {
  expect(ids(2, 0)).toEqual([3, 1, 2])
  expect(ids(0, 1)).toEqual([2, 1, 3])
})
