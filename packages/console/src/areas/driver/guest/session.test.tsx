import type { AnswerOf, guestChargeGet } from '@stationmaster/contract'
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

const charge: AnswerOf<typeof guestChargeGet> = {
  phase: 'asking',
  operator: 'Magrathea',
  placelabel: 'Harbour',
  stationlabel: null,
  address: null,
  photo: null,
  phone: null,
  evseid: null,
  connectorno: 1,
  type: 'CCS',
  power: 150_000,
  state: 'preparing',
  checkouturl: null,
  reason: null,
  answered: null,
  deadline: null,
  currency: 'EUR',
  reserved: '15.00',
  cost: null,
  captured: null,
  isreleased: false,
  trial: false,
  energy: null,
  soc: null,
  charging: null,
  idlefee: null,
  started: null,
  stopped: null,
  readingsat: null,
  ends: null,
  signed: 0,
  invoice: null,
  document: null,
  ismailed: false,
  until: null,
  tariff: null,
}
const inPhase = (phase: typeof charge.phase) => () => Promise.resolve(Response.json({ ...charge, phase }))

it('announces that the station has started and ended the session', async () => {
  answers = [inPhase('asking')]
  await show(<GuestSession />, { texts: ['guest', 'driver'] })
  await screen.findByText('The station is asked to start at connector 1.')
  const status = screen.getAllByRole('status').at(-1)!
  expect(status.textContent).toBe('')
  for (const [phase, text] of [
    ['charging', 'The station confirmed your session.'],
    ['ended', 'The session has ended.'],
  ] as const) {
    answers = [inPhase(phase)]
    await vi.advanceTimersByTimeAsync(3_000)
    await vi.waitFor(() => expect(status.textContent).toBe(text))
  }
})
