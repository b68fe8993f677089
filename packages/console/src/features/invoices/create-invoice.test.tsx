import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { CreateInvoice } from './create-invoice.tsx'

afterEach(() => vi.unstubAllGlobals())

it('asks for drafts of a client in a period, and closes', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const client = '01990000-0000-7000-8000-000000000002'
  const requests: unknown[] = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (!path.endsWith('/invoice/draft')) return Promise.resolve(Response.json([]))
    requests.push(JSON.parse(request.body))
    return Promise.resolve(Response.json([{ id: 'draft' }]))
  })
  const close = vi.fn()
  await show(<CreateInvoice client={client} onClose={close} />, { texts: ['invoices', 'errors'] })
  const from = await screen.findByLabelText(/First day/)
  const to = screen.getByLabelText(/Last day/)
  fireEvent.change(from, { target: { value: '2026-10-10' } })
  fireEvent.change(to, { target: { value: '2026-10-01' } })
  fireEvent.submit(from.closest('form')!)
  expect(await screen.findByText('The period ends before it begins')).toBeTruthy()
  expect(requests).toEqual([])
  fireEvent.change(to, { target: { value: '2026-10-31' } })
  fireEvent.submit(from.closest('form')!)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(requests).toEqual([{ client, periodfrom: '2026-10-10', periodto: '2026-10-31' }])
})
