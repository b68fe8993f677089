import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import ReportPage from './report-page.tsx'

const amounts = {
  currency: 'EUR',
  sessions: 3,
  energy: 31_000,
  net: '13.46',
  tax: '2.56',
  gross: '16.02',
  commission: '1.35',
}
const row = { ...amounts, id: 'a EUR', groupid: 'a', name: 'Harbour', period: null }

afterEach(() => vi.unstubAllGlobals())

/** @param sums resolves when the totals are answered */
async function open(rows: readonly object[], at: string, sums: Promise<void> = Promise.resolve()) {
  applyPageConfig({ authorize: false, debug: false })
  const bodies: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    bodies.push({ path, ...JSON.parse(body) })
    if (!path.endsWith('/sum')) return Response.json(rows)
    await sums
    return Response.json(rows.length > 0 ? [amounts] : [])
  })
  const { client } = await show(<ReportPage />, { at, texts: ['reports', 'time', 'errors'] })
  return { bodies, client }
}

it('shows the rows of a group with a chart, and the totals', async () => {
  const { bodies } = await open([row, { ...row, id: 'none EUR', name: null, gross: '1.42' }], '/?by=site')
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('row', { name: /Harbour.*€16\.02/ })).toBeTruthy()
  expect(within(table).getByRole('row', { name: /No site.*€1\.42/ })).toBeTruthy()
  expect(within(table).getByRole('row', { name: /Total.*€13\.46.*€2\.56.*€16\.02.*€1\.35/ })).toBeTruthy()
  const chart = screen.getByRole('list', { name: 'Gross revenue, Site' })
  expect(within(chart).getAllByRole('listitem')).toHaveLength(2)
  expect(bodies.find(({ path }) => String(path).endsWith('/report/list'))).toMatchObject({ by: 'site' })
})

it('shows no empty chart while the totals are missing', async () => {
  const answers = new EventTarget()
  const sums = new Promise<void>((resolve) => answers.addEventListener('sum', () => resolve()))
  const { client } = await open([row], '/?by=site', sums)
  await vi.waitFor(() => expect(client.isFetching()).toBe(1))
  // the cache renders what it has in the next turn
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByRole('list', { name: 'Gross revenue, Site' })).toBeNull()
  answers.dispatchEvent(new Event('sum'))
  expect(await screen.findByRole('list', { name: 'Gross revenue, Site' })).toBeTruthy()
})

it('has no column for a commission that the user may not see', async () => {
  await open([{ ...row, commission: null }], '/?by=client')
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getByRole('row', { name: /Harbour/ })
      .querySelectorAll('td'),
  ).toHaveLength(5)
})

it('states that nothing was booked', async () => {
  await open([], '/')
  expect(await screen.findByText('No charges in this period')).toBeTruthy()
})
