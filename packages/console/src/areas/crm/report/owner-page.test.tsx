import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import OwnerPage from './owner-page.tsx'
import OwnersPage from './owners-page.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const amounts = { sessions: 2, energy: 36_788, net: '14.66', commission: '1.47', share: '13.19' }
const statement = {
  ...amounts,
  id,
  code: 'C-1-202610-EUR',
  month: '2026-10-01',
  ownerid: id,
  ownercode: 'C-1',
  ownername: 'Harbour AG',
  currency: 'EUR',
  statecode: 'open',
  iban: null,
  holder: null,
  paid: null,
  demo: false,
  documents: [{ id: 'd', kind: 'pdf', name: 'C-1-202610-EUR.pdf', size: 40_000, url: '/files/d' }],
  created: '2026-11-03T02:00:00.000Z',
}

afterEach(() => vi.unstubAllGlobals())

function answer(more: object = {}) {
  applyPageConfig({ authorize: false, debug: false })
  const bodies: [path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    bodies.push([path, JSON.parse(body)])
    const lines = [{ ...amounts, stationid: id, identity: 'CP-1', sitename: null }]
    return Response.json(path.endsWith('/list') ? [statement] : { ...statement, ...more, lines })
  })
  return bodies
}

it('lists open statements with links to their pages', async () => {
  const bodies = answer()
  await show(<OwnersPage />, { texts: ['owners', 'reports', 'errors'] })
  const link = await screen.findByRole('link', { name: /Harbour AG/ })
  expect(link.getAttribute('href')).toContain(`/crm/report/owners/${id}`)
  expect(screen.getByText('€13.19')).toBeTruthy()
  expect(bodies[0]![1]).toMatchObject({ statecode: 'open' })
})

it('shows a statement with a line per station', async () => {
  answer()
  await show(<OwnerPage id={id} />, { texts: ['owners', 'reports', 'errors'] })
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('row', { name: /CP-1.*€14\.66.*€1\.47.*€13\.19/ })).toBeTruthy()
  expect(within(table).getByRole('row', { name: /Total.*€13\.19/ })).toBeTruthy()
})

it('offers the PDF, and no payment of a statement of the demo', async () => {
  answer({ demo: true })
  await show(<OwnerPage id={id} />, { texts: ['owners', 'reports', 'errors'] })
  const link = await screen.findByRole('link', { name: 'PDF' })
  expect(link.getAttribute('href')).toContain('/files/d')
  expect(screen.getByText(/belongs to the demo/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull()
})

it('sends the bank account of the owner', async () => {
  const bodies = answer()
  await show(<OwnerPage id={id} />, { texts: ['owners', 'reports', 'errors'] })
  const pay = await screen.findByRole('button', { name: 'Mark as paid' })
  expect(pay.hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Bank account' }))
  const field = await screen.findByLabelText(/IBAN/)
  fireEvent.change(field, { target: { value: 'DE89370400440532013000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = await vi.waitFor(() => {
    const found = bodies.find(([path]) => path.endsWith('/bank/set'))
    if (!found) throw new Error('nothing was sent')
    return found
  })
  expect(sent[1]).toEqual({ owner: id, iban: 'DE89370400440532013000', holder: 'Harbour AG' })
})
