import { locales } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { clockText, dateTimeText } from './local-time.ts'

const evening = new Date('2026-11-05T19:05:00Z')
const textsOf = (write: typeof clockText, timeZone: string | null) =>
  Object.fromEntries(locales.map((language) => [language, write(evening, { language, timeZone })]))

test('a time of day has 24 hours in every language', () => {
  for (const text of Object.values(textsOf(clockText, 'Europe/Berlin'))) expect(text).toBe('20:05')
})

test('a time names UTC where the time zone of the place is not known', () => {
  for (const text of Object.values(textsOf(clockText, null))) expect(text).toBe('19:05 UTC')
  for (const text of Object.values(textsOf(dateTimeText, null))) expect(text).toMatch(/19:05 UTC$/)
})

test('a date has the day before the month in every language', () => {
  expect(textsOf(dateTimeText, 'Europe/Berlin')).toEqual({
    en: '05/11/2026, 20:05',
    de: '05.11.26, 20:05',
    fr: '05/11/2026 20:05',
    it: '05/11/26, 20:05',
    ru: '05.11.2026, 20:05',
    nl: '05-11-2026, 20:05',
  })
})
