import { describe, expect, it, vi } from 'vitest'
import { createFormat } from './format.ts'

const plain = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ')
const en = createFormat('en', 'UTC')
const de = createFormat('de', 'UTC')
const italian = createFormat('it', 'UTC')
const ru = createFormat('ru', 'UTC')

describe('amounts', () => {
  it.each([
    [en.power(22_080), '22.1 kW'],
    [de.power(22_080), '22,1 kW'],
    [ru.power(22_080), '22,1 кВт'],
    [en.energy(1_234_560), '1,234.6 kWh'],
    [ru.energy(0), '0,0 кВт·ч'],
    [italian.number(1_615), '1.615'],
    [en.power(null), '–'],
    [en.percent(81.4), '81%'],
    [de.percent(81), '81 %'],
    [en.number(12_480), '12,480'],
    [en.number(Number.NaN), '–'],
    [en.bytes(512), '512 bytes'],
    [en.bytes(2_500_000), '2.5 MB'],
    [en.withUnit(16.25, 1, 'A'), '16.3 A'],
    [ru.unit('W'), 'Вт'],
    [ru.unit('furlong'), 'furlong'],
  ])('%s is formatted as %s', (shown, expected) => expect(plain(shown)).toBe(expected))

  // Proves S1.5
  it('formats money by its currency, without rounding a large balance', () => {
    expect(en.money('12480.50', 'EUR')).toBe('€12,480.50')
    expect(plain(de.money('12480.5', 'EUR'))).toBe('12.480,50 €')
    expect(plain(italian.money('1069.94', 'EUR'))).toBe('1.069,94 €')
    expect(plain(en.money('9007199254740993.07', 'EUR'))).toBe('€9,007,199,254,740,993.07')
    expect(en.money('0.4925', 'EUR')).toBe('€0.4925')
    expect(en.money('0.640', 'EUR')).toBe('€0.64')
    expect(plain(en.money('79.00', 'HUF'))).toBe('Ft 79.00')
    expect(plain(en.money('79', 'JPY'))).toBe('¥79')
    expect(en.money('10', 'not a currency')).toBe('10 not a currency')
    expect(en.money(null, 'EUR')).toBe('–')
  })
})

/** Returns how many forms are created while `work` runs. */
const created = (name: 'NumberFormat' | 'DateTimeFormat', work: () => void): number => {
  const form = vi.spyOn(Intl, name)
  work()
  const count = form.mock.calls.length
  form.mockRestore()
  return count
}

const writeSwedish = (): void => void en.money('1.50', 'SEK')

describe('forms of Intl', () => {
  it('are created with their first use and reused', () => {
    expect(created('NumberFormat', () => createFormat('fr', 'UTC'))).toBe(0)
    expect(created('DateTimeFormat', () => createFormat('fr', 'UTC'))).toBe(0)
    const fr = createFormat('fr', 'UTC')
    const write = (): void => void [fr.number(1.25, 2), fr.money('7.25', 'CHF')]
    expect(created('NumberFormat', write)).toBe(3)
    expect(created('NumberFormat', write)).toBe(0)
    const date = (): void => void [fr.date(0), fr.date(1)]
    expect(created('DateTimeFormat', date)).toBe(1)
    expect(created('DateTimeFormat', date)).toBe(0)
  })

  // Proves L364
  it('of money are created again after 200 others', () => {
    writeSwedish()
    expect(created('NumberFormat', writeSwedish)).toBe(0)
    for (let digits = 2; digits <= 20; digits++)
      for (const currency of ['EUR', 'USD', 'CHF', 'GBP', 'NOK', 'DKK', 'PLN', 'CZK', 'RON', 'TRY', 'UAH'])
        en.money((1).toFixed(digits), currency)
    expect(created('NumberFormat', writeSwedish)).toBe(2)
  })
})

describe('durations', () => {
  it.each([
    ['en', '40 s', '46 min', '2 h 12 min', '3 d 4 h', '1 min 30 s', '250 ms', '1.5 s'],
    ['de', '40 s', '46 min', '2 h 12 min', '3 d 4 h', '1 min 30 s', '250 ms', '1,5 s'],
    ['fr', '40 s', '46 min', '2 h 12 min', '3 j 4 h', '1 min 30 s', '250 ms', '1,5 s'],
    ['it', '40 s', '46 min', '2 h 12 min', '3 g 4 h', '1 min 30 s', '250 ms', '1,5 s'],
    ['ru', '40 с', '46 мин', '2 ч 12 мин', '3 д 4 ч', '1 мин 30 с', '250 мс', '1,5 с'],
    ['nl', '40 s', '46 min', '2 u 12 min', '3 d 4 u', '1 min 30 s', '250 ms', '1,5 s'],
  ] as const)('have the symbols of %s', (language, ...expected) => {
    const { duration, exactDuration, responseTime } = createFormat(language, 'UTC')
    const shown = [
      duration(40),
      duration(46 * 60 + 59),
      duration(2 * 3_600 + 12 * 60),
      duration(3 * 86_400 + 4 * 3_600 + 59 * 60),
      exactDuration(90),
      responseTime(250.4),
      responseTime(1_499),
    ]
    expect(shown.map(plain)).toEqual(expected)
  })

  it('have no empty units and do not wrap', () => {
    expect(en.duration(7_200)).toBe('2\u00a0h')
    expect(en.duration(86_400 + 12 * 60)).toBe('1\u00a0d')
    expect(en.exactDuration(86_400 + 90)).toBe('1\u00a0d\u00a01\u00a0min\u00a030\u00a0s')
    expect(plain(en.duration(1_200 * 86_400))).toBe('1,200 d')
  })

  it('are zero for less than a second and a dash if unknown', () => {
    expect(plain(en.duration(0.9))).toBe('0 s')
    expect(plain(en.exactDuration(-3))).toBe('0 s')
    expect(plain(en.responseTime(0))).toBe('0 ms')
    expect(plain(en.responseTime(45_000))).toBe('45 s')
    expect([en.duration(undefined), en.exactDuration(Number.NaN), en.responseTime(null)]).toEqual([
      '–',
      '–',
      '–',
    ])
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

  it('formats the reference of a figure, with the date if it is not today', () => {
    expect(en.clock('2026-03-14T08:04:59.000Z', now)).toBe('08:04')
    expect(en.clock('2026-03-13T23:04:00.000Z', now)).toBe('13 Mar 2026, 23:04')
    expect(plain(ru.clock('2026-03-14T08:04:59.000Z', now))).toBe('08:04')
    expect(en.clock(null, now)).toBe('–')
  })

  it('formats digits for fields', () => {
    expect(plain(de.stamp('2026-03-14T09:26:00.000Z'))).toBe('14.03.2026, 09:26')
  })
})
