import { driverQueueGet } from '@stationmaster/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { keyOf } from '../../../lib/query.ts'
import { StartForm } from './start-form.tsx'

const car = {
  id: '01990000-0000-7000-8000-000000000001',
  identity: 'KI ML 482E',
  label: 'Family',
  charger: null,
  own: false,
  sharedby: 'dora',
  drivers: null,
  lastused: null,
}
const connector = { id: 'c', no: 1, state: 'available', type: null, power: null, label: null, tariff: null }
const card = { id: 'k', name: 'Blue card', code: 'otto-1', verdict: 'Accepted', client: null }

afterEach(() => vi.unstubAllGlobals())

it('requests the cars again if one was refused, and starts without it', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const sent: unknown[] = []
  let cars = [car]
  const answers: Record<string, unknown> = {
    '/place/get': { id: 'p', label: 'Harbour', list: [{ ...connector, evseid: null }], tariffs: [] },
    '/card/list': [card],
    '/queue/get': { own: null },
  }
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/charge/start')) {
      sent.push((JSON.parse(body) as { car: unknown }).car)
      cars = []
      const error = { code: 'driver.car_not_allowed', message: 'refused', field: 'car' }
      return Promise.resolve(Response.json({ error }, { status: 400 }))
    }
    const found = Object.keys(answers).find((end) => path.endsWith(end))
    return Promise.resolve(Response.json(path.endsWith('/car/list') ? cars : found ? answers[found] : {}))
  })
  await show(<StartForm place="p" connector="c" />, { texts: ['driver', 'car-drivers', 'cards', 'errors'] })
  const start = await screen.findByRole('button', { name: 'Start charging' })
  expect(screen.getByRole('radio', { name: /Family/ })).toHaveProperty('checked', true)
  fireEvent.click(start)
  await screen.findByText('refused')
  // no live update reports the removal
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Family/ })).toBeNull())
  fireEvent.click(start)
  await waitFor(() => expect(sent).toEqual([car.id, null]))
})

it.each([false, true])(
  'offers a limit of the state of charge if the station reports it: %s',
  async (reportssoc) => {
    applyPageConfig({ authorize: false, debug: false })
    const answers: Record<string, unknown> = {
      '/place/get': {
        id: 'p',
        label: 'Harbour',
        list: [{ ...connector, evseid: null, reportssoc }],
        tariffs: [],
      },
      '/card/list': [card],
      '/car/list': [],
      '/queue/get': { own: null },
    }
    let sent: unknown = null
    vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
      if (path.endsWith('/charge/start')) sent = (JSON.parse(body) as { limit: unknown }).limit
      const found = Object.keys(answers).find((end) => path.endsWith(end))
      return Promise.resolve(Response.json(found ? answers[found] : {}))
    })
    await show(<StartForm place="p" connector="c" />, { texts: ['driver', 'car-drivers', 'cards', 'errors'] })
    await screen.findByRole('button', { name: 'Energy' })
    const battery = screen.queryByRole('button', { name: 'Battery' })
    expect(battery !== null).toBe(reportssoc)
    if (!battery) return
    fireEvent.click(battery)
    for (const shown of ['80%', '85%', '90%', '95%', '100%']) {
      expect(screen.getByText(shown)).toBeDefined()
      fireEvent.click(screen.getByRole('button', { name: 'More' }))
    }
    expect(screen.getByText('100%')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Start charging' }))
    await waitFor(() => expect(sent).toEqual({ kind: 'soc', value: 100 }))
  },
)

it.each([
  ['reserved', 'Green card'],
  ['ended', 'Blue card'],
])('presets the card of a reservation of the connector while it is open: %s', async (phase, preset) => {
  applyPageConfig({ authorize: false, debug: false })
  const answers: Record<string, unknown> = {
    '/place/get': { id: 'p', label: 'Harbour', list: [{ ...connector, evseid: null }], tariffs: [] },
    '/card/list': [card, { ...card, id: 'g', name: 'Green card', code: 'otto-2' }],
    '/car/list': [],
    '/queue/get': { own: null, reservation: { phase, connector: 'c', card: 'g' } },
  }
  vi.stubGlobal('fetch', (path: string) => {
    const found = Object.keys(answers).find((end) => path.endsWith(end))
    return Promise.resolve(Response.json(found ? answers[found] : {}))
  })
  const shown = <StartForm place="p" connector="c" />
  const { client } = await show(shown, { texts: ['driver', 'car-drivers', 'cards', 'errors'] })
  // another card is preset until the reservation is known
  await waitFor(() => expect(client.getQueryState([...keyOf(driverQueueGet), {}])?.status).toBe('success'))
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: new RegExp(preset) })).toHaveProperty('checked', true),
  )
})

const definition = (price: string) => ({
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [{ price_components: [{ type: 'ENERGY', price }] }],
})
const placeWith = (price: string) => ({
  id: 'p',
  label: 'Harbour',
  list: [{ ...connector, evseid: null, tariff: 0 }],
  tariffs: [{ name: 'Standard', definition: definition(price), preauthorization: '20.00' }],
})

/** Answers with two cards of two clients; `priceOf` answers what is asked for a place with a card. */
function answerWithCards(priceOf: (card: string) => Promise<Response>) {
  applyPageConfig({ authorize: false, debug: false })
  const cards = [
    { ...card, client: 'fleet' },
    { ...card, id: 'm', name: 'Red card', client: 'family' },
  ]
  const answers: Record<string, unknown> = {
    '/card/list': cards,
    '/car/list': [],
    '/queue/get': { own: null },
  }
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/place/get')) {
      const { card: chosen } = JSON.parse(body) as { card?: string }
      return chosen === undefined ? Promise.resolve(Response.json(placeWith('0.99'))) : priceOf(chosen)
    }
    const found = Object.keys(answers).find((end) => path.endsWith(end))
    return Promise.resolve(Response.json(found ? answers[found] : {}))
  })
  return show(<StartForm place="p" connector="c" />, { texts: ['driver', 'car-drivers', 'cards', 'errors'] })
}
const isStartDisabled = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Start charging' }).disabled

it('shows the price of the chosen card if the cards are of several clients, and starts with no other one', async () => {
  const held: (() => void)[] = []
  await answerWithCards((chosen) =>
    chosen === 'm'
      ? new Promise((resolve) => held.push(() => resolve(Response.json(placeWith('0.60')))))
      : Promise.resolve(Response.json(placeWith('0.30'))),
  )
  await screen.findByText(/0\.30/)
  fireEvent.click(screen.getByRole('radio', { name: /Red card/ }))
  await waitFor(() => expect(held).toHaveLength(1))
  expect(screen.queryByText(/0\.30|0\.99/)).toBeNull()
  expect(isStartDisabled()).toBe(true)
  held[0]!()
  await screen.findByText(/0\.60/)
  expect(isStartDisabled()).toBe(false)
})

it('says why the price of a card is not shown, and asks again', async () => {
  const answers = [
    Response.json({ error: { code: 'server.unexpected', message: 'Something failed.' } }, { status: 500 }),
    Response.json(placeWith('0.30')),
  ]
  await answerWithCards(() => Promise.resolve(answers.shift()!))
  await screen.findByText(/Something failed/)
  expect(isStartDisabled()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/0\.30/)
  expect(isStartDisabled()).toBe(false)
})
