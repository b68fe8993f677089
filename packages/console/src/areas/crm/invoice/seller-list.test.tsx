import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import SellerList from './seller-list.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'

const seller = {
  id: '01990000-0000-7000-8000-000000000001',
  code: 'V00001',
  name: 'Example Charging',
  statecode: 'enabled',
  isdefault: true,
  smallbusiness: false,
  numberpattern: '{series}-{year}-{number}',
  paymentdays: 30,
  retentionyears: 8,
  schedule: 'manual',
  timezone: 'Europe/Berlin',
  reminderdays: [7, 14],
  logo: null,
  methods: {},
  missing: ['street', 'iban'],
  version_no: 3,
}

let sent: unknown[]
afterEach(() => vi.unstubAllGlobals())

function render() {
  applyPageConfig({ authorize: false, debug: false })
  sent = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith('/seller/set')) sent.push(JSON.parse(request.body))
    const answers = { '/seller/count': { count: 1 }, '/seller/list': [seller], '/seller/set': seller }
    const found = Object.entries(answers).find(([end]) => path.endsWith(end))
    return Promise.resolve(Response.json(found?.[1] ?? []))
  })
  return show(<SellerList />, { texts: ['invoices', 'errors'] })
}

it('shows which legal data a seller lacks, and stores them', async () => {
  await render()
  expect(await screen.findByText('Missing: Street and number and IBAN')).toBeTruthy()
  fireEvent.click(screen.getByText('Example Charging'))
  fireEvent.change(await screen.findByLabelText('IBAN'), { target: { value: 'DE89370400440532013000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const stored = {
    id: seller.id,
    version_no: 3,
    iban: 'DE89370400440532013000',
    street: null,
    paymentdays: 30,
    reminderdays: [7, 14],
  }
  await waitFor(() => expect(sent).toMatchObject([stored]))
})

it('shows the number that a pattern gives, and refuses days that are none', async () => {
  await render()
  fireEvent.click(await screen.findByText('Example Charging'))
  const pattern = await screen.findByLabelText('Invoice numbers')
  fireEvent.change(pattern, { target: { value: 'X/{year}/{series}{number}' } })
  const year = new Date().getFullYear()
  expect(screen.getByText(`Invoice X/${year}/INV00042, credit note X/${year}/CN00042`)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reminders, in days after the due date'), {
    target: { value: '7, soon' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter at most 5 numbers of days from 1 to 365')).toBeTruthy()
  expect(sent).toEqual([])
})
