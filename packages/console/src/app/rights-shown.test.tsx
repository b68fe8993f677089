import type { AnswerOf, classList } from '@stationmaster/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { Confirmations } from './shell/confirmations.tsx'
import { access } from '../lib/access.ts'
import { applyPageConfig } from '../lib/page-config.ts'
import { mayOf } from '../lib/rights.ts'
import Cards from '../areas/crm/screens/cards.tsx'
import Invoices from '../areas/crm/screens/invoice.tsx'
import Report from '../areas/crm/screens/report.tsx'
import Stations from '../areas/crm/screens/stations.tsx'

const all = { a: true, c: true, s: true, u: true, d: true }
type Letters = typeof all
const classes = (denied: Partial<Record<string, Partial<Letters>>>, objects: object[] = []) =>
  ['charge_point', 'connector', 'card', 'command', 'invoice', 'seller'].map((code) => ({
    id: code,
    code,
    name: code,
    access: { ...all, ...denied[code] },
    objects: code === 'card' ? objects : [],
  })) as AnswerOf<typeof classList>

const card = (code: string, ...methods: string[]) => ({
  id: `01990000-0000-7000-8000-0000000000${code}`,
  code,
  name: null,
  label: null,
  statecode: 'enabled',
  statetypecode: 'enabled',
  typecode: 'rfid',
  verdict: 'Accepted',
  tags: [],
  created: '2026-01-01T00:00:00.000Z',
  methods: Object.fromEntries(methods.map((method) => [method, null])),
})

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string) => {
    if (address.endsWith('/card/list'))
      return Promise.resolve(
        Response.json([
          card('AA', 'disable', 'report_lost', 'delete'),
          card('BB', 'disable'),
          { ...card('CC', 'enable', 'delete'), statecode: 'lost', verdict: 'Blocked' },
        ]),
      )
    if (address.endsWith('/count')) return Promise.resolve(Response.json({ count: 3 }))
    if (!address.endsWith('/card/action')) return Promise.resolve(Response.json([]))
    const error = { code: 'forbidden', message: 'no', correlation: 'c-17' }
    return Promise.resolve(Response.json({ error }, { status: 403 }))
  })
})
afterEach(() => {
  act(() => access.set(() => true))
  vi.unstubAllGlobals()
})

const menuOf = async (code: string) => {
  fireEvent.click((await screen.findAllByRole('button', { name: `Actions for ${code}` }))[0]!)
  const menu = await screen.findByRole('menu')
  const items = await within(menu).findAllByRole('menuitem')
  return items.map(({ textContent }) => textContent)
}
/** The buttons of this name: a list that has loaded without rows has a second one. */
const buttons = (name: string) => screen.queryAllByRole('button', { name })

// Proves S3.3
it('hides what rights deny, and follows changes of the rights', async () => {
  const objects = [{ id: card('BB').id, u: true, d: false }]
  access.set(mayOf(classes({})))
  await show(<Cards />, { texts: ['cards'] })
  expect(await screen.findAllByRole('button', { name: 'Add card' })).not.toHaveLength(0)
  expect(await menuOf('AA')).toEqual([
    'Open',
    'Open in new tab',
    'Edit',
    'Activity',
    'Block',
    'Report lost',
    'Delete',
  ])
  act(() => access.set(mayOf(classes({ card: { c: false, u: false, d: false } }, objects))))
  expect(buttons('Add card')).toHaveLength(0)
  expect(screen.getAllByRole('menuitem')[2]?.textContent).toBe('Details')

  // The fields are readable, and a line explains why they cannot be saved.
  fireEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('You do not have the right to change this.')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
  expect(within(dialog).getByLabelText(/Label/).closest('fieldset')?.disabled).toBe(true)
  fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  // A rule for a single object takes precedence over that of its class; the server decides about methods.
  expect(await menuOf('BB')).toEqual(['Open', 'Open in new tab', 'Edit', 'Activity', 'Block'])
})

it('shows that a card is lost, with the methods of this state', async () => {
  await show(<Cards />, { texts: ['cards'] })
  expect(await screen.findByText('Lost')).toBeTruthy()
  expect(await menuOf('CC')).toEqual(['Open', 'Open in new tab', 'Edit', 'Activity', 'Unblock', 'Delete'])
})

it('shows a failed action in a persistent dialog with the id of the error', async () => {
  await show(
    <>
      <Cards />
      <Confirmations />
    </>,
    { texts: ['cards'] },
  )
  await menuOf('AA')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Block' }))
  const dialog = await screen.findByRole('dialog', { name: 'Action failed' })
  expect(dialog.textContent).toContain('Error c-17')
  fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers no new station without the right to create one', async () => {
  access.set(mayOf(classes({ charge_point: { c: false } })))
  await show(<Stations />, { at: '/crm/stations', texts: ['stations'] })
  expect(buttons('Add station')).toHaveLength(0)
  act(() => access.set(mayOf(classes({}))))
  expect(buttons('Add station')).not.toHaveLength(0)
})

it.each([
  ['the sellers', '/crm/invoice/sellers'],
  ['charging without an account', '/crm/invoice/guests'],
  ['the bookkeeping', '/crm/report/accounting'],
])('shows the page of %s with the right to read it, and otherwise requests nothing', async (_, at) => {
  const pages = (
    <Routes>
      <Route path="/crm/invoice/:param1" element={<Invoices />} />
      <Route path="/crm/report/:param1" element={<Report />} />
    </Routes>
  )
  const request = vi.fn(fetch)
  vi.stubGlobal('fetch', request)
  access.set(mayOf(classes({ seller: { s: false } })))
  await show(pages, { at, texts: ['invoices', 'guest', 'reports', 'accounting'] })
  expect(screen.getByText('Access denied')).toBeTruthy()
  expect(request).not.toHaveBeenCalled()
  act(() => access.set(mayOf(classes({}))))
  await waitFor(() => expect(request).toHaveBeenCalled())
  expect(screen.queryByText('Access denied')).toBeNull()
})

const pagesOfSellers = ['Charging without an account', 'Sellers']
const linksOf = (names: string[]) => names.filter((name) => screen.queryByRole('link', { name }))

it('offers the pages of sellers to those who may read them', async () => {
  access.set(mayOf(classes({ seller: { s: false } })))
  await show(<Invoices />, { at: '/crm/invoice', texts: ['invoices', 'guest'] })
  await screen.findByRole('heading', { name: 'Invoices' })
  expect(linksOf(pagesOfSellers)).toEqual([])
  act(() => access.set(mayOf(classes({}))))
  expect(linksOf(pagesOfSellers)).toEqual(pagesOfSellers)
})
