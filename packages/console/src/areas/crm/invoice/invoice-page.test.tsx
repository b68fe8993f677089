import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import InvoicePage from './invoice-page.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const invoice = {
  id,
  classcode: 'invoice',
  typecode: 'invoice',
  typename: 'Invoice',
  statecode: 'in_progress',
  statename: 'Open',
  code: 'INV-2026-0001',
  client: '01990000-0000-7000-8000-000000000002',
  clientname: 'Trillian',
  sellername: 'Example Charging',
  currency: 'EUR',
  net: '62.97',
  tax: '11.96',
  amount: '74.93',
  paid: '0.00',
  credited: '10.00',
  open: '64.93',
  periodfrom: '2026-10-01',
  periodto: '2026-10-31',
  issued: '2026-11-02',
  due: '2026-11-16',
  overdue: true,
  reference: 'RF49NL2026131',
  description: null,
  corrects: null,
  replaces: null,
  replacedby: null,
  trial: true,
  error: null,
  reminders: 0,
  lines: 1,
  created: '2026-11-01T01:10:00.000Z',
  methods: { pay: null, credit: null },
  taxes: [{ country: 'DE', rate: 1900, net: '62.97', tax: '11.96', gross: '74.93' }],
  documents: [
    { id: 'u', kind: 'ubl', name: 'INV.xml', size: 9000, url: '/files/u' },
    { id: 'p', kind: 'pdf', name: 'INV.pdf', size: 90_000, url: '/files/p' },
  ],
  mails: [],
  reminded: null,
  dunningended: null,
  demo: false,
  creditnotes: [{ id: 'c', code: 'CN-2026-0001', amount: '10.00', issued: '2026-11-03' }],
}
const line = {
  line: 1,
  service: 'ENERGY',
  transactionid: 17,
  rating: '01990000-0000-7000-8000-000000000009',
  tariffid: '01990000-0000-7000-8000-000000000008',
  station: 'HAM-LAN-01',
  tariff: 'Business DC',
  datestart: '2026-10-12T18:34:00.000Z',
  timezone: 'Europe/Berlin',
  quantity: 26_788,
  price: '0.42',
  amount: '10.76',
  rate: 1900,
}

const payment = {
  id: '01990000-0000-7000-8000-000000000009',
  typecode: 'stripe',
  typename: 'Stripe',
  statecode: 'succeeded',
  statename: 'Succeeded',
  code: '8000ABCDEF12',
  label: 'INV-2026-0001',
  purpose: 'invoice',
  invoice: id,
  currency: 'EUR',
  amount: '20.00',
  refunded: '5.00',
  refundable: '15.00',
  datetime: '2026-11-03T10:00:00.000Z',
  checkout: null,
  error: null,
  trial: true,
  methods: { refund: null },
}
const providers = [
  { code: 'manual', trial: false, online: false },
  { code: 'offline', trial: true, online: true },
]

let shown: object
let payments: object[]
let runs: unknown[]
let asked: string[]
beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  shown = invoice
  runs = []
  asked = []
  payments = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    asked.push(path.replace(/^.*\/v1/, ''))
    if (path.endsWith('/method/run')) runs.push(JSON.parse(request.body))
    if (path.endsWith('/payment/create')) runs.push(JSON.parse(request.body))
    const answers: Record<string, unknown> = {
      '/invoice/line/list': [line],
      '/payment/list': payments,
      '/payment/type': providers,
      '/payment/create': { ...payment, checkout: null },
    }
    const found = Object.keys(answers).find((end) => path.endsWith(end))
    return Promise.resolve(Response.json(found ? answers[found] : shown))
  })
})
afterEach(() => vi.unstubAllGlobals())

const render = () => show(<InvoicePage id={id} />, { texts: ['invoices', 'payments', 'charges', 'errors'] })

it('shows number, state, amounts, lines and documents of an open invoice', async () => {
  await render()
  expect(await screen.findByRole('heading', { name: 'INV-2026-0001' })).toBeTruthy()
  expect(screen.getAllByText('Overdue').length).toBeGreaterThan(0)
  expect(screen.getByText('Trial')).toBeTruthy()
  expect(await screen.findByText('€10.76')).toBeTruthy()
  expect(screen.getByText('26.788 kWh')).toBeTruthy()
  expect(screen.getByText('Tax 19%, DE')).toBeTruthy()
  const files = screen.getAllByRole('link').filter((link) => link.hasAttribute('download'))
  expect(files.map((link) => link.getAttribute('href'))).toEqual(['/files/p', '/files/u'])
  const note = screen.getByRole('link', { name: 'CN-2026-0001' })
  expect(note.getAttribute('href')).toContain('/crm/invoice/c')
})

it('records a payment of the open amount', async () => {
  await render()
  fireEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const amount = await screen.findByDisplayValue('64.93')
  fireEvent.change(amount, { target: { value: '20,50' } })
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() => expect(runs).toHaveLength(1))
  expect(runs[0]).toMatchObject({ id, code: 'pay', params: { amount: '20.50' } })
  expect(runs[0]).toMatchObject({ params: { payment: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/) } })
})

it('asks for the reason of a credit note', async () => {
  await render()
  fireEvent.click(await screen.findByRole('button', { name: 'Create credit note' }))
  const reason = await screen.findByRole('textbox', { name: /Reason/ })
  fireEvent.submit(reason.closest('form')!)
  expect(await screen.findByText('State the reason')).toBeTruthy()
  expect(runs).toEqual([])
  fireEvent.change(reason, { target: { value: 'Wrong price' } })
  fireEvent.submit(reason.closest('form')!)
  await waitFor(() => expect(runs).toEqual([{ id, code: 'credit', params: { reason: 'Wrong price' } }]))
})

it('says what happens before an invoice is credited and invoiced again', async () => {
  shown = { ...invoice, paid: '20.00', methods: { pay: null, credit: null, replace: null } }
  await render()
  fireEvent.click(await screen.findByRole('button', { name: 'Credit and reissue' }))
  expect(await screen.findByText(/not on a credit note yet/)).toBeTruthy()
  expect(screen.getByText(/the same sessions to Trillian, with the data .* as they are now/)).toBeTruthy()
  expect(screen.getByText('The €20.00 paid so far count for the new invoice.')).toBeTruthy()
  const reason = screen.getByRole('textbox', { name: /Reason/ })
  fireEvent.change(reason, { target: { value: ' Wrong address ' } })
  fireEvent.submit(reason.closest('form')!)
  await waitFor(() => expect(runs).toEqual([{ id, code: 'replace', params: { reason: 'Wrong address' } }]))
})

it('leads from a credited invoice to the one that replaces it', async () => {
  const next = '01990000-0000-7000-8000-000000000010'
  shown = { ...invoice, statecode: 'closed', replacedby: next, replacedbycode: 'INV-2026-0002', methods: {} }
  await render()
  const link = await screen.findByRole('link', { name: 'Replaced by INV-2026-0002' })
  expect(link.getAttribute('href')).toContain(`/crm/invoice/${next}`)
})

it('says which invoice the payments of a replaced one count for', async () => {
  const other = '01990000-0000-7000-8000-000000000010'
  payments = [payment]
  shown = { ...invoice, replaces: other, replacescode: 'INV-2026-0000' }
  await render()
  const from = await screen.findByRole('link', { name: 'Payments of INV-2026-0000 count for this invoice.' })
  expect(from.getAttribute('href')).toContain(`/crm/invoice/${other}`)
  cleanup()
  shown = { ...invoice, statecode: 'closed', replacedby: other, replacedbycode: 'INV-2026-0002', methods: {} }
  await render()
  const to = await screen.findByRole('link', { name: 'These payments count for INV-2026-0002.' })
  expect(to.getAttribute('href')).toContain(`/crm/invoice/${other}`)
})

it('says in words why an invoice could not be issued', async () => {
  const error = 'invoice.negative'
  shown = { ...invoice, statecode: 'failed', code: null, error, methods: { issue: null, cancel: null } }
  await render()
  expect(await screen.findByRole('heading', { name: 'Draft' })).toBeTruthy()
  expect(await screen.findByText(/The charges taken back exceed the others/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Issue' })).toBeTruthy()
})

it('leads from a line to its session, its tariff and its calculation', async () => {
  await render()
  const session = await screen.findByRole('link', { name: /12/ })
  expect(session.getAttribute('href')).toContain('/crm/transaction/17')
  const tariff = screen.getByRole('link', { name: 'Business DC' })
  expect(tariff.getAttribute('href')).toContain('/crm/tariff/01990000-0000-7000-8000-000000000008')
  fireEvent.click(screen.getByRole('button', { name: 'How it is calculated' }))
  await waitFor(() => expect(asked).toContain('/transaction/rating/get'))
})

it('shows payments with their states, and pays with a provider', async () => {
  payments = [payment]
  await render()
  expect(await screen.findByText('€20.00')).toBeTruthy()
  expect(screen.getByText('Succeeded')).toBeTruthy()
  expect(screen.getByText('€5.00 refunded')).toBeTruthy()
  expect(await screen.findByText('Payment methods: Bank transfer, Trial')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pay (trial)' }))
  await waitFor(() => expect(runs).toEqual([{ invoice: id, provider: 'offline' }]))
})

it('refunds a payment at most in full', async () => {
  payments = [payment]
  await render()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for payment 8000ABCDEF12' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }))
  const amount = await screen.findByDisplayValue('15.00')
  fireEvent.change(amount, { target: { value: '7,50' } })
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() => expect(runs).toHaveLength(1))
  expect(runs[0]).toMatchObject({ id: payment.id, code: 'refund', params: { amount: '7.50', reason: '' } })
})

it('continues a payment that waits for its payer', async () => {
  payments = [{ ...payment, statecode: 'pending', checkout: 'https://pay.example/1', methods: {} }]
  const assign = vi.spyOn(globalThis.location, 'assign').mockImplementation(() => {})
  await render()
  fireEvent.click(await screen.findByRole('button', { name: 'Continue payment' }))
  expect(assign).toHaveBeenCalledWith('https://pay.example/1')
  expect(screen.queryByRole('button', { name: 'Pay (trial)' })).toBeNull()
  assign.mockRestore()
})

it('offers no payment of an invoice that is not a trial with a trial', async () => {
  shown = { ...invoice, trial: false }
  await render()
  expect(await screen.findByText('No payments of this invoice yet.')).toBeTruthy()
  await screen.findByText('Payment methods: Bank transfer, Trial')
  expect(screen.queryByRole('button', { name: 'Pay (trial)' })).toBeNull()
})
