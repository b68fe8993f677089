import { expect, it } from 'vitest'
import { readDeviation } from './deviation-words.ts'

it('returns the meaning of a rule and the place of the deviation', () => {
  expect(readDeviation('StatusNotification time-form /timestamp')).toEqual({
    kind: 'time-form',
    place: 'StatusNotification /timestamp',
  })
  expect(readDeviation('DataTransfer flood')).toEqual({ kind: 'flood', place: 'DataTransfer' })
  expect(readDeviation('answer-to-nothing')).toEqual({ kind: 'answer-to-nothing', place: '' })
})

it('returns an unknown rule unchanged', () => {
  expect(readDeviation('something new')).toEqual({ kind: null, place: 'something new' })
})
