import { beforeEach, expect, it } from 'vitest'
import { forgetOffline, savedCount, saveOffline } from './saved-offline.ts'

beforeEach(() => localStorage.clear())

const saved = () =>
  JSON.parse(localStorage.getItem('stationmaster.offline') ?? 'null') as Record<string, unknown[]> | null

// Proves L276
it('saves the first 50 places, 20 cards and 5 sessions, until the user signs out', () => {
  const about = { language: 'en', words: {} }
  const rows = Array.from({ length: 60 }, (_, n) => ({ title: `Row ${n}`, facts: '' }))
  for (const list of ['places', 'cards', 'sessions'] as const) saveOffline(list, rows, about)
  expect(saved()).toMatchObject({
    places: rows.slice(0, 50),
    cards: rows.slice(0, 20),
    sessions: rows.slice(0, 5),
  })
  expect([saved()!['places']!.length, saved()!['cards']!.length, saved()!['sessions']!.length]).toEqual([
    50, 20, 5,
  ])
  expect(savedCount('sessions')).toBe(5)
  saveOffline('sessions', [], about)
  expect(savedCount('sessions')).toBe(0)
  forgetOffline()
  expect(saved()).toBeNull()
  expect(savedCount('sessions')).toBeNull()
})
