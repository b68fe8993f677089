import { expect, it } from 'vitest'
import { uptimeOf } from './uptime.ts'

it('counts the known time inside the window', () => {
  const uptime = uptimeOf(
    [
      { from: -50, to: 40, online: true },
      { from: 40, to: 50, online: false },
      { from: 50, to: 80, online: true },
      { from: 80, to: 90, online: true },
    ],
    0,
    100,
  )
  expect(uptime.spans).toEqual([
    { from: 0, to: 40, online: true },
    { from: 40, to: 50, online: false },
    { from: 50, to: 90, online: true },
  ])
  expect(uptime.share).toBeCloseTo(80 / 90)
  expect(uptime.interruptions).toBe(1)
  expect(uptime.longest).toBe(10)
})

it('counts no unknown time', () => {
  expect(uptimeOf([], 0, 100)).toEqual({ spans: [], share: null, interruptions: 0, longest: 0 })
})

it('lets a later span shorten an earlier one', () => {
  const spans = [
    { from: 0, to: 100, online: true },
    { from: 60, to: 70, online: false },
  ]
  expect(uptimeOf(spans, 0, 100).spans).toEqual([
    { from: 0, to: 60, online: true },
    { from: 60, to: 70, online: false },
  ])
})
