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
  missing: ['street', 'iban'],
  version_no: 3,
}

afterEach(() => vi.unstubAllGlobals())

it('shows which legal data a seller lacks, and stores them', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith('/seller/set')) sent.push(JSON.parse(request.body))
    const answers = { '/seller/count': { count: 1 }, '/seller/list': [seller], '/seller/set': seller }
    const found = Object.entries(answers).find(([end]) => path.endsWith(end))
    return Promise.resolve(Response.json(found?.[1] ?? []))
  })
  await show(<SellerList />, { texts: ['invoices', 'errors'] })
  expect(await screen.findByText('Missing: Street and number and IBAN')).toBeTruthy()
  fireEvent.click(screen.getByText('Example Charging'))
  fireEvent.change(await screen.findByLabelText('IBAN'), { target: { value: 'DE89370400440532013000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const stored = { id: seller.id, version_no: 3, iban: 'DE89370400440532013000', street: null }
  await waitFor(() => expect(sent).toMatchObject([stored]))
})
