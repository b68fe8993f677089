import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import Audit from './audit.tsx'

const id = '01990000-0000-7000-8000-000000000009'
const entry = {
  id,
  datetime: '2026-11-21T10:00:00.000Z',
  number: 7,
  actor: 'person',
  userid: null,
  username: 'ann',
  session: null,
  via: null,
  accountid: null,
  kind: 'change',
  classcode: 'card',
  objectid: null,
  label: 'Blue card',
  action: 'update',
  correlation: null,
  before: { name: 'old' },
  after: { name: 'new', limits: { power: 11 } },
  hash: 'ab',
}
const part = { until: 5, total: 9, isdone: false, broken: null, unsealed: 0 }
let parts: object[]
/** Entries that a search finds in each of its parts; each part ends an hour before the next. */
let found: object[][]
let requests: { path: string; body: Record<string, unknown> }[]

const answers: Record<string, () => unknown> = {
  '/admin/user/list': () => [
    { id, username: 'olga.operator' },
    { id, username: 'olga' },
  ],
  '/admin/audit/list': () => [entry],
  '/admin/audit/count': () => ({ count: 10_000 }),
  '/admin/audit/get': () => entry,
  '/admin/audit/verify': () => parts.shift(),
  '/admin/audit/search': () => {
    const rows = found.shift()!
    const datetime = `2026-11-20T${String(found.length).padStart(2, '0')}:00:00.000Z`
    return { rows, until: found.length > 0 ? { id, datetime } : null }
  },
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  requests = []
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    const path = address.replace(/^.*\/api\/v1/, '')
    requests.push({ path, body: JSON.parse(request.body) as Record<string, unknown> })
    return Promise.resolve(Response.json(answers[path]!()))
  })
})
afterEach(() => vi.unstubAllGlobals())

const sent = (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body)

it('shows a change with its fields before and after', async () => {
  await show(<Audit />, { texts: ['admin', 'journals', 'log-search'] })
  await screen.findByText('10,000 entries or more')
  fireEvent.click(await screen.findByText('Blue card'))
  const drawer = await screen.findByRole('dialog', { name: 'Blue card' })
  const row = await within(drawer).findByRole('row', { name: /^name/ })
  expect(row.textContent).toBe('nameoldnew')
  expect(within(drawer).getByRole('row', { name: /^limits/ }).textContent).toContain('"power": 11')
})

it('searches for a text part by part automatically, and reports when the end is reached', async () => {
  found = [[], [entry], []]
  await show(<Audit />, { texts: ['admin', 'journals', 'log-search', 'time'], at: '/?q=blue&range=any' })
  await screen.findByText('Blue card')
  const status = await screen.findByText('1 entry found.')
  await waitFor(() => expect(status.parentElement?.textContent).toContain('The whole period was searched.'))
  const query = { text: 'blue', filter: {}, search: [], oldestfirst: false }
  expect(sent('/admin/audit/search')).toEqual([
    { ...query, reclimit: 50 },
    { ...query, reclimit: 50, after: id },
    { ...query, reclimit: 49, after: id },
  ])
  expect(sent('/admin/audit/list')).toEqual([])
})

it('pauses after a while and shows how far it has searched; one click continues', async () => {
  found = Array.from({ length: 14 }, () => [])
  await show(<Audit />, { texts: ['admin', 'journals', 'log-search'], at: '/?q=nowhere' })
  await screen.findByText('Nothing found so far')
  screen.getByText(/^Searched back to .*20 Nov/)
  expect(sent('/admin/audit/search')).toHaveLength(12)
  fireEvent.click(screen.getByRole('button', { name: 'Search further' }))
  await screen.findByText('Nothing found')
  expect(found).toEqual([])
})

it('verifies the chain part by part, and names the broken entries', async () => {
  const broken = { reason: 'missing', number: 6, until: 8, id: null, datetime: null, label: null }
  parts = [part, { ...part, isdone: true, broken }]
  await show(<Audit />, { texts: ['admin', 'journals', 'log-search'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Verify the chain' }))
  const status = await screen.findByText('The chain is broken at entries 6 to 8.')
  expect(status.closest('[role=alert]')?.textContent).toContain('Entries were removed.')
  expect(sent('/admin/audit/verify')).toEqual([{ after: 0 }, { after: 5 }])
})

it('reports that the chain is intact', async () => {
  parts = [{ ...part, until: 9, isdone: true, unsealed: 2 }]
  await show(<Audit />, { texts: ['admin', 'journals', 'log-search'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Verify the chain' }))
  await waitFor(() =>
    expect(screen.getByText(/The chain is intact: 9 entries checked/).textContent).toContain('2 entries'),
  )
})

it('finds the entries of users by a part of their login', async () => {
  await show(<Audit />, { texts: ['admin', 'journals', 'log-search'] })
  const field = await screen
    .findByRole('combobox', { name: 'User' })
    .catch(() => screen.findByLabelText('User'))
  fireEvent.change(field, { target: { value: 'olg' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(sent('/admin/audit/list').at(-1)).toMatchObject({
      filter: { username: ['olg', 'olga.operator', 'olga'] },
    }),
  )
})
