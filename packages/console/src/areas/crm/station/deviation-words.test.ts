import { expect, it } from 'vitest'
import { readDeviation } from './deviation-words.ts'

it('finds what a rule means and where it was broken', () => {
  expect(readDeviation('StatusNotification time-form /timestamp')).toEqual({
    kind: 'time-form',
    place: 'StatusNotification /timestamp',
  })
  expect(readDeviation('DataTransfer flood')).toEqual({ kind: 'flood', place: 'DataTransfer' })
  expect(readDeviation('answer-to-nothing')).toEqual({ kind: 'answer-to-nothing', place: '' })
})

it('shows a rule that it does not know as it is', () => {
  expect(readDeviation('something new')).toEqual({ kind: null, place: 'something new' })
})
