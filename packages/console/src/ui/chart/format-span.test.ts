import { expect, it } from 'vitest'
import { formatSpan } from './format-span.ts'

it('formats a duration in at most two units', () => {
  expect(formatSpan('en-GB', 5400)).toBe('1h 30m')
  expect(formatSpan('en-GB', 86_400 * 2 + 3600 + 60, 'long')).toBe('2 days 1 hour')
  expect(formatSpan('de-DE', 90, 'long')).toBe('1 Minute 30 Sekunden')
  expect(formatSpan('de-DE', 0)).toBe('0')
})
