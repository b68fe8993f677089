import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { ClientOrders } from './orders.tsx'
import { ClientPayments } from './payments.tsx'

const id = '01990000-0000-7000-8000-000000000002'
const client = { id, code: 'C1', currencycode: 'EUR', statecode: 'enabled' } as Client // the fields that are shown
const order = {
  id: '01990000-0000-7000-8000-000000000003',
  typecode: 'top_up',
  typename: 'Top-up',
  code: '8000ABCDEF12',
  statecode: 'succeeded',
  statename: 'Succeeded',
  amount: '25.00',
  currency: 'EUR',
  datetime: '2026-11-03T10:00:00.000Z',
  payername: 'Example Charging',
  payeename: 'Trillian',
}

const correction = {
  ...order,
  id: '01990000-0000-7000-8000-000000000004',
  typecode: 'adjustment',
  typename: 'Adjustment',
  amount: '3.00',
}

let providers: object[]
let created: unknown[]
beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  providers = [{ code: 'offline', trial: true, online: true }]
  created = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const body: unknown = JSON.parse(request.body)
    if (path.endsWith('/payment/create')) {
      created.push(body)
      return Promise.resolve(Response.json({ id, statecode: 'succeeded', checkout: null }))
    }
    if (path.endsWith('/payment/type')) return Promise.resolve(Response.json(providers))
    if (path.endsWith('/count')) return Promise.resolve(Response.json({ count: 1 }))
    return Promise.resolve(Response.json(path.endsWith('/order/list') ? [order, correction] : []))
  })
})
afterEach(() => vi.unstubAllGlobals())

const texts = ['clients', 'payments', 'errors'] as const

it('tops up the account of the client with an amount in its currency', async () => {
  await show(<ClientPayments client={client} />, { texts: [...texts] })
  fireEvent.click((await screen.findAllByRole('button', { name: 'Top up' }))[0]!)
  const amount = await screen.findByLabelText(/Amount in EUR/)
  fireEvent.change(amount, { target: { value: 'ten' } })
  fireEvent.submit(amount.closest('form')!)
  expect(await screen.findByText('Enter an amount such as 12.50.')).toBeTruthy()
  fireEvent.change(amount, { target: { value: '25' } })
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() => expect(created).toHaveLength(1))
  expect(created[0]).toMatchObject({
    client: id,
    amount: '25',
    provider: 'offline',
    returnto: `/crm/client/${id}/payments`,
    id: expect.stringMatching(/^[\da-f]{8}-/),
  })
})

it('offers no top-up without a provider', async () => {
  providers = [{ code: 'manual', trial: false, online: false }]
  await show(<ClientPayments client={client} />, { texts: [...texts] })
  expect(await screen.findByText('No payments yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Top up' })).toBeNull()
})

// Proves S2.28, S2.30
it('shows orders with payer, payee and amount', async () => {
  await show(<ClientOrders client={client} />, { texts: [...texts] })
  expect(await screen.findByText('€25.00')).toBeTruthy()
  expect(screen.getAllByText('Trillian')).toHaveLength(2)
  expect(screen.getAllByText('Example Charging')).toHaveLength(2)
  expect(screen.getByText('Top-up')).toBeTruthy()
  expect(screen.getByText('Correction')).toBeTruthy()
})
