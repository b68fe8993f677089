import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAddress } from '../../../lib/address.ts'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { activityParameters, isOpenEnded } from './activity-place.ts'
import { totalOf, useActivityEvents, useActivityHistogram } from './use-activity.ts'

/** Events 1 to `newest` of a server. */
let newest = 0
const place = (search: string) => readAddress(activityParameters, new URLSearchParams(search))

function answerTo(path: string, body: { after?: string; from: string }): unknown {
  if (path.endsWith('/activity/histogram')) {
    const counts = { connection: 0, session: 0, refused: 1, command: 0, other: 3 }
    return [
      { part: 0, from: body.from, problem: 2, ...counts },
      { part: 1, from: '2026-11-24T02:00:00.000Z', problem: 5, ...counts },
    ]
  }
  return Array.from({ length: newest }, (_, at) => newest - at)
    .filter((id) => body.after === undefined || id < Number(body.after))
    .slice(0, 100)
    .map((id) => ({ id: String(id), kind: 'connected', details: {} }))
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string, request: { body: string }) =>
    Promise.resolve(Response.json(answerTo(path, JSON.parse(request.body) as { from: string }))),
  )
})
afterEach(() => vi.unstubAllGlobals())

function withCache<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const sendHint = (): Promise<void> => act(() => client.invalidateQueries({ queryKey: ['Activity'] }))
  return { ...renderHook(hook, { wrapper, initialProps }), sendHint }
}

describe('activity', () => {
  it('follows new events, holds them back while paused, and pages to the beginning', async () => {
    newest = 150
    const at = place('')
    const list = withCache<ReturnType<typeof useActivityEvents>, boolean>(
      (isFollowed) => useActivityEvents(at, {}, isFollowed),
      true,
    )
    const ids = () => list.result.current.rows.map(({ id }) => Number(id))
    await waitFor(() => expect(ids()).toHaveLength(100))
    newest = 152
    await list.sendHint()
    await waitFor(() => expect(ids()[0]).toBe(152))
    list.rerender(false)
    newest = 164
    await list.sendHint()
    await waitFor(() => expect(list.result.current.waiting).toEqual({ count: 12, more: false }))
    expect(ids()[0]).toBe(152)
    await act(() => list.result.current.loadOlder())
    expect(ids().at(-1)).toBe(1)
    expect(list.result.current.hasOlder).toBe(false)
    act(() => list.result.current.release())
    expect(ids()).toEqual(Array.from({ length: 164 }, (_, index) => 164 - index))
  })

  it('counts the events of the selected part', async () => {
    const period: string = 'from=2026-11-23T18:00:00Z&to=2026-11-24T08:00:00Z'
    const selected = `${period}&sfrom=2026-11-24T01:30:00Z&sto=2026-11-24T03:30:00Z`
    const { result, rerender } = withCache(
      (search: string) => useActivityHistogram(place(search), {}),
      period,
    )
    await waitFor(() => expect(totalOf(result.current.all)).toBe(15))
    expect(totalOf(result.current.selected, ['problem'])).toBe(7)
    rerender(selected)
    await waitFor(() => expect(totalOf(result.current.selected, ['problem'])).toBe(5))
    expect(totalOf(result.current.selected, ['problem', 'refused'])).toBe(6)
  })

  it('follows a period only while it has not ended and no part of it is selected', () => {
    expect(isOpenEnded(place(''))).toBe(true)
    expect(isOpenEnded(place('range=week'))).toBe(true)
    expect(isOpenEnded(place('range=night'))).toBe(false)
    expect(isOpenEnded(place('from=2026-11-23T18:00:00Z'))).toBe(true)
    expect(isOpenEnded(place('from=2026-11-23T18:00:00Z&to=2026-11-24T08:00:00Z'))).toBe(false)
    expect(isOpenEnded(place('sfrom=2026-11-23T18:00:00Z&sto=2026-11-24T08:00:00Z'))).toBe(false)
  })
})
