import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import GuestSession from './session.tsx'

const error = { code: 'guest.link_invalid', message: 'This link is not valid any more.' }
let answers: (() => Promise<Response>)[]
let calls: number
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  applyPageConfig({ authorize: false, debug: false })
  calls = 0
  vi.stubGlobal('fetch', () => {
    calls += 1
    return (answers.shift() ?? (() => Promise.resolve(Response.json({ error }, { status: 400 }))))()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const minute = 60_000

it('does not ask again for a link that is void', async () => {
  answers = []
  await show(<GuestSession />, { texts: ['guest', 'driver'] })
  await screen.findByText(error.message)
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(calls).toBe(1)
})

it('asks again after the network was away', async () => {
  answers = [() => Promise.reject(new TypeError('Failed to fetch'))]
  await show(<GuestSession />, { texts: ['guest', 'driver'] })
  await vi.advanceTimersByTimeAsync(minute)
  await screen.findByText(error.message)
  expect(calls).toBeGreaterThan(1)
})
