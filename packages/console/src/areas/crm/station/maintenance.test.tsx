import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { LocalList } from './local-list.tsx'
import { Transfers } from './transfers.tsx'

// Only the fields that both components read.
const station = { id: 's', identity: 'CS-1', accountcode: 'main', connected: true } as unknown as Station
const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
const transferOf = (n: number, status: string, finished: string | null = null) => ({
  id: `t${n}`,
  kind: 'firmware',
  stationid: 's',
  identity: 'CS-1',
  commandid: 'c',
  location: `https://files.example/${n}.bin`,
  filename: null,
  filebytes: null,
  fileurl: null,
  status,
  statuses: [
    { status: 'Requested', at: at(1) },
    { status: 'Downloading', at: at(2) },
    { status, at: at(3) },
  ],
  created: at(1),
  lastupdate: at(3),
  finished,
})
const card = { id: 'k', name: 'Anna', status: 'Accepted', expiry: null, parentcode: null }
const entryOf = (code: string, of: object | null = card) => ({
  code,
  status: 'Accepted',
  expiry: null,
  parentcode: null,
  card: of,
})
const list = {
  sync: { automatic: 'account', state: null },
  stationid: 's',
  identity: 'CS-1',
  version: 7,
  updated: at(1),
  maxlength: 100,
  entries: [entryOf('GOOD'), entryOf('STALE', { ...card, status: 'Blocked' }), entryOf('STRAY', null)],
  missing: [{ id: 'm', code: 'ABSENT', name: null }],
  missingcount: 3,
}

let answer: () => Response
beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
})
afterEach(() => vi.unstubAllGlobals())

const refused = () =>
  Response.json({ error: { code: 'internal', message: 'No.', correlation: 'x' } }, { status: 500 })

it('shows the jobs of a station, and each status that was reported for one', async () => {
  answer = () => Response.json([transferOf(1, 'Installing'), transferOf(2, 'DownloadFailed', at(3))])
  await show(<Transfers station={station} />, { texts: ['maintenance', 'terms'] })
  const rows = within(await screen.findByRole('table', { name: 'Firmware, diagnostics and logs' }))
  expect(rows.getByText('Installing')).toBeTruthy()
  expect(rows.getByText('Download failed')).toBeTruthy()
  fireEvent.click(rows.getByText('https://files.example/1.bin'))
  const steps = await screen.findByRole('list', { name: 'Progress' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.split(' · ')[1]),
  ).toEqual(['Requested', 'Downloading', 'Installing'])
})

it('renders many jobs in steps', async () => {
  answer = () => Response.json(Array.from({ length: 11 }, (_, n) => transferOf(n, 'Installed', at(3))))
  await show(<Transfers station={station} />, { texts: ['maintenance', 'terms'] })
  expect(await screen.findAllByText('Installed')).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByText('https://files.example/10.bin')).toBeTruthy()
})

it('shows that there are no jobs, and that they cannot be loaded', async () => {
  answer = () => Response.json([])
  const empty = await show(<Transfers station={station} />, { texts: ['maintenance', 'terms'] })
  await screen.findByText('No updates or uploads yet')
  empty.unmount()
  answer = refused
  await show(<Transfers station={station} />)
  await screen.findByRole('button', { name: 'Try again' })
})

const row = (code: string) => screen.getByText(code).closest('tr')!

it('shows version, entries and differences of the local list', async () => {
  answer = () => Response.json(list)
  await show(<LocalList station={station} />, { texts: ['maintenance', 'station', 'terms'] })
  await screen.findByText('7')
  expect(row('STALE').textContent).toContain('Status differs')
  expect(row('STRAY').textContent).toContain('Card does not exist')
  expect(row('ABSENT').textContent).toContain('Not in the list')
  expect(screen.getByText('2 more cards are not in the list.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Differences 5' }))
  expect(screen.queryByText('GOOD')).toBeNull()
  expect(screen.getByText('STRAY')).toBeTruthy()
})

it.each([
  ['not known', { updated: null, version: 0 }, 'Not known yet'],
  ['of another system', { version: 9, entries: [] }, 'The entries of this version are not known'],
  ['not supported', { version: -1, entries: [] }, 'not supported'],
  ['empty', { version: 0, entries: [], missing: [], missingcount: 0 }, 'The list is empty'],
])('shows that a list is %s', async (_, changes, words) => {
  answer = () => Response.json({ ...list, ...changes })
  await show(<LocalList station={station} />, { texts: ['maintenance', 'station', 'terms'] })
  await screen.findByText(words)
})

it('shows that the list cannot be loaded, and requests nothing from an offline station', async () => {
  answer = refused
  await show(<LocalList station={{ ...station, connected: false }} />, {
    texts: ['maintenance', 'station', 'terms'],
  })
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('button', { name: 'Request version' })).toHaveProperty('disabled', true)
})
