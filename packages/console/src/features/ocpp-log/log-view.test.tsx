import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { useAddress } from '../../lib/address.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { logParameters } from './log-filter.ts'
import { LogView } from './log-view.tsx'
import type { LogRow } from './log-window.ts'

const station = { id: 'station', identity: 'CP-1', accountcode: 'A' }
const message = (id: number) =>
  ({
    id: String(id),
    datetime: '2026-11-20T10:00:00.000Z',
    direction: 'in',
    action: 'DataTransfer',
    request: '{}',
    response: '{}',
    errorcode: null,
    durationms: 3,
    repeats: 1,
  }) as LogRow
/** Messages that each part of the log has, newest first; a part ends an hour before the next. */
let parts: LogRow[][]
let next: () => Promise<unknown>
let asked: { after?: string }[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  asked = []
  next = () => Promise.resolve()
  vi.stubGlobal('fetch', async (_: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    const request = JSON.parse(body) as { after?: string }
    asked.push(request)
    await next()
    signal?.throwIfAborted()
    const part = request.after === undefined ? 0 : 100 - Number(request.after) / 1000
    const hour = String(23 - part).padStart(2, '0')
    const until = { id: String((99 - part) * 1000), datetime: `2026-11-20T${hour}:00:00.000Z` }
    return Response.json({ rows: parts[part], until: part === parts.length - 1 ? null : until })
  })
})
afterEach(() => vi.unstubAllGlobals())

function Screen() {
  const [at, go] = useAddress(logParameters)
  return <LogView station={station} at={at} go={go} />
}
const open = () =>
  show(<Screen />, { texts: ['station', 'log-search', 'time', 'terms'], at: '/?action=DataTransfer' })

it('searches on by itself, pauses after a while with the time reached, and continues to the end', async () => {
  parts = Array.from({ length: 16 }, () => [])
  await open()
  await screen.findByText('Nothing found so far')
  screen.getByText(/^Searched back to .*20 Nov/)
  expect(asked).toHaveLength(13)
  fireEvent.click(screen.getByRole('button', { name: 'Search further' }))
  await screen.findByText('Nothing found')
  expect(asked.map(({ after }) => after)).toEqual([
    undefined,
    ...Array.from({ length: 15 }, (_, at) => String((99 - at) * 1000)),
  ])
})

it('is stopped by the user, and keeps what it has found', async () => {
  parts = [[message(99_500)], [], [message(97_500)], []]
  let release: (() => void) | undefined
  next = () => (asked.length < 3 ? Promise.resolve() : new Promise<void>((done) => (release = done)))
  await open()
  await waitFor(() => expect(asked).toHaveLength(3))
  await screen.findByText('1 entry found.')
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  release?.()
  const further = await screen.findByRole('button', { name: 'Search further' })
  expect(screen.getByText(/Searched back to .*20 Nov/).textContent).toContain('22:00')
  next = () => Promise.resolve()
  fireEvent.click(further)
  await screen.findByText('Start of the log')
  expect(asked.map(({ after }) => after)).toEqual([undefined, '99000', '98000', '98000', '97000'])
})
