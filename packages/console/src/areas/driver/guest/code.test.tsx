import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import Code from './code.tsx'

const station = {
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
  state: 'available',
  tariff: null,
  currency: 'EUR',
  amounts: [
    { amount: '15.00', kwh: 30 },
    { amount: '30.00', kwh: 60 },
  ],
  refusal: null,
  trial: true,
}

let answers: (() => Promise<Response>)[]
let keys: string[]
beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  keys = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (!path.endsWith('/guest/charge/reserve')) return Promise.resolve(Response.json(station))
    keys.push((JSON.parse(request.body) as { id: string }).id)
    return answers.shift()!()
  })
})
afterEach(() => vi.unstubAllGlobals())

const reserved = () => Promise.resolve(Response.json({ secret: 'S', checkouturl: 'https://pay.test/1' }))
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const failed = (code: string, status: number) => () =>
  Promise.resolve(Response.json({ error: { code, message: code } }, { status }))

async function payTimes(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    fireEvent.click(await screen.findByRole('button', { name: 'Pay with card or phone' }))
    await waitFor(() => expect(keys).toHaveLength(number))
    await screen.findByRole('alert')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Pay/ })).toHaveProperty('disabled', false),
    )
  }
}

it('repeats a reservation whose response was lost instead of reserving again', async () => {
  answers = [lost, failed('payment.provider_unreachable', 503), failed('guest.too_many_open', 409), lost]
  await show(<Code />, { at: '/?pay=1', texts: ['guest', 'driver', 'tariffs'] })
  await payTimes(4)
  const [first, second, third, fourth] = keys
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

it('reserves another amount as a new request', async () => {
  answers = [lost, lost]
  await show(<Code />, { at: '/?pay=1', texts: ['guest', 'driver', 'tariffs'] })
  await payTimes(1)
  fireEvent.click(screen.getByRole('radio', { name: /15\.00/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Pay with card or phone' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[1]).not.toBe(keys[0])
})

it('pays again after a return from the provider by the Back button of the browser', async () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  answers = [reserved, reserved]
  await show(<Code />, { at: '/?pay=1', texts: ['guest', 'driver', 'tariffs'] })
  const pay = await screen.findByRole('button', { name: 'Pay with card or phone' })
  fireEvent.click(pay)
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1))
  expect(pay).toHaveProperty('disabled', true)
  // the browser shows the page as it was left
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => expect(pay).toHaveProperty('disabled', false))
  fireEvent.click(pay)
  await waitFor(() => expect(left).toHaveBeenCalledTimes(2))
  expect(keys[1]).toBe(keys[0])
})
