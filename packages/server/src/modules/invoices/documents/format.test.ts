import { expect, test } from 'vitest'
import { DocumentFormat } from './format.ts'
import type { DocumentLanguage } from './invoice-document.ts'
import { documentTexts, textsOf } from './texts.ts'

const languages: DocumentLanguage[] = ['en', 'de', 'fr', 'it', 'ru', 'nl']
const plainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en', 'EUR 1,234,567.80', '3 Nov 2026', '12.345 kWh', '5.5 %'],
  ['de', '1.234.567,80 EUR', '03.11.2026', '12,345 kWh', '5,5 %'],
  ['fr', '1 234 567,80 EUR', '03/11/2026', '12,345 kWh', '5,5 %'],
  ['it', '1.234.567,80 EUR', '03/11/2026', '12,345 kWh', '5,5 %'],
  ['ru', '1 234 567,80 EUR', '03.11.2026', '12,345 кВт·ч', '5,5 %'],
  ['nl', 'EUR 1.234.567,80', '03-11-2026', '12,345 kWh', '5,5 %'],
] as const)('formats amounts, days and energy in %s', (language, money, day, energy, percent) => {
  const format = new DocumentFormat({ language, currency: 'EUR' })
  const printed = [
    format.money(123_456_780),
    format.day('2026-11-03'),
    format.energy(12_345),
    format.percent(550),
  ]
  expect(printed.map(plainSpaces)).toEqual([money, day, energy, percent])
})

const amount = (currency: string) =>
  plainSpaces(new DocumentFormat({ language: 'en', currency }).money(1_234_500))

test('formats the digits of the currency', () => {
  expect(['JPY', 'HUF', 'KWD'].map(amount)).toEqual(['JPY 1,234,500', 'HUF 12,345.00', 'KWD 1,234.500'])
})

test('formats quantities and unit prices of each service', () => {
  const format = new DocumentFormat({ language: 'de', currency: 'EUR' })
  const printed = [
    format.quantity('TIME', 36_061),
    format.quantity('FLAT', 1),
    format.unitPrice('ENERGY', '0.4975'),
    format.unitPrice('PARKING_TIME', '6.00'),
    format.unitPrice('TIME', '5.00'),
    format.unitPrice('FLAT', '1.5'),
  ]
  expect(printed.map(plainSpaces)).toEqual([
    '10:01:01 h',
    '1',
    '0,4975 / kWh',
    '0,10 / min',
    '5,00 / h',
    '1,50',
  ])
})

test('formats spans of one day, of two days and of one instant', () => {
  const format = new DocumentFormat({ language: 'de', currency: 'EUR' })
  const at = '2026-10-25T02:59:30+02:00'
  expect(format.span(at, '2026-10-25T02:10:00+01:00')).toBe('25.10.2026, 02:59 – 02:10')
  expect(format.span(at, '2026-10-26T00:00:00+01:00', 'seconds')).toBe(
    '25.10.2026, 02:59:30 – 26.10.2026, 00:00:00',
  )
  expect(format.span(at, at)).toBe('25.10.2026, 02:59')
})

const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

test('every language has every text, with the same parameters', () => {
  const english = textsOf('en')
  expect(Object.keys(documentTexts).toSorted()).toEqual([...languages].toSorted())
  for (const language of languages) {
    const texts: Record<string, string> = textsOf(language)
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(english)) {
      expect(texts[key]?.trim(), `${language}.${key}`).toBeTruthy()
      expect(parameters(texts[key] ?? ''), `${language}.${key}`).toEqual(parameters(text))
    }
  }
})
