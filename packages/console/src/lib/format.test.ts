import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'

const plain = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ')
const en = createFormat('en', 'UTC')
const de = createFormat('de', 'UTC')
const ru = createFormat('ru', 'UTC')

describe('amounts', () => {
  it.each([
    [en.power(22_080), '22.1 kW'],
    [de.power(22_080), '22,1 kW'],
    [ru.power(22_080), '22,1 кВт'],
    [en.energy(1_234_560), '1,234.6 kWh'],
    [ru.energy(0), '0,0 кВт·ч'],
    [en.power(null), '–'],
    [en.percent(81.4), '81%'],
    [de.percent(81), '81 %'],
    [en.number(12_480), '12,480'],
    [en.number(Number.NaN), '–'],
    [en.bytes(512), '512 byte'],
    [en.bytes(2_500_000), '2.5 MB'],
    [en.withUnit(16.25, 1, 'A'), '16.3 A'],
  ])('%s is formatted as %s', (shown, expected) => expect(plain(shown)).toBe(expected))

  it('formats money by its currency, without rounding a large balance', () => {
    expect(en.money('12480.50', 'EUR')).toBe('€12,480.50')
    expect(plain(de.money('12480.5', 'EUR'))).toBe('12.480,50 €')
    expect(plain(en.money('9007199254740993.07', 'EUR'))).toBe('€9,007,199,254,740,993.07')
    expect(en.money('10', 'not a currency')).toBe('10 not a currency')
    expect(en.money(null, 'EUR')).toBe('–')
  })
})

describe('moments', () => {
  const now = Date.parse('2026-03-14T09:26:53.000Z')
  it.each([
    ['2026-03-14T09:26:13.000Z', '40 sec ago'],
    ['2026-03-14T09:20:00.000Z', '6 min ago'],
    ['2026-03-14T02:26:53.000Z', '7 hr ago'],
    ['2026-03-14T09:41:53.000Z', 'in 15 min'],
    ['2026-03-12T09:26:53.000Z', '12 Mar 2026, 09:26'],
  ])('%s is formatted as "%s"', (at, expected) => expect(plain(en.ago(at, now))).toBe(expected))

  it('formats unknown or invalid times as a dash', () => {
    expect(en.ago(null, now)).toBe('–')
    expect(en.dateTime('yesterday')).toBe('–')
  })

  it('formats durations', () => {
    expect(en.duration(65)).toBe('1:05')
    expect(en.duration(3_725.9)).toBe('1:02:05')
    expect(en.duration(-3)).toBe('0:00')
    expect(en.duration(undefined)).toBe('–')
  })

  it('formats digits for fields', () => {
    expect(plain(de.stamp('2026-03-14T09:26:00.000Z'))).toBe('14.03.2026, 09:26')
  })
})
