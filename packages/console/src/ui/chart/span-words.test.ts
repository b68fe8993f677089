import { expect, it } from 'vitest'
import { spanWords } from './span-words.ts'

it('formats a duration in at most two units', () => {
  expect(spanWords('en-GB', 5400)).toBe('1h 30m')
  expect(spanWords('en-GB', 86_400 * 2 + 3600 + 60, 'long')).toBe('2 days 1 hour')
  expect(spanWords('de-DE', 90, 'long')).toBe('1 Minute 30 Sekunden')
  expect(spanWords('de-DE', 0)).toBe('0')
})
