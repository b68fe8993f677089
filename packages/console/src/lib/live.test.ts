import type { Hint, HintKind } from '@stationmaster/contract'
import { type Query, QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { concerns, startLive, useLiveState, watchStation } from './live.ts'
import { applyPageConfig } from './page-config.ts'

class Socket extends EventTarget {
  static readonly OPEN = 1
  static all: Socket[] = []
  readyState = 1
  sent: unknown[] = []
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  receive(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

let tickets = 0
let checks = 0
/** If true, the server accepts requests and answers none. */
let silent = false
let stop: () => void = () => {}
const client = new QueryClient()
const invalidated = vi.spyOn(client, 'invalidateQueries')
const last = (): Socket => {
  const socket = Socket.all.at(-1)
  if (!socket) throw new Error('no socket')
  return socket
}
const opened = async (count: number): Promise<Socket> => {
  await vi.waitFor(() => expect(Socket.all).toHaveLength(count), 15_000)
  return last()
}

/** Milliseconds for which more changes are requested than are missing, because the server counts from the open connection. */
const marginMs = 5_000
const hello = (complete: boolean) => ({ type: 'hello', session: 's', complete })
/** Number of milliseconds for which a socket requests changes. */
const missing = ({ address }: Socket): number => Number(new URL(address).searchParams.get('since'))

/** A query that declares hints of this kind; no other property is read. */
const shows = (kind: HintKind) => ({ meta: { hints: [kind] } }) as unknown as Query

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  applyPageConfig({ authorize: false })
  vi.stubGlobal('WebSocket', Socket)
  silent = false
  checks = 0
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    if (address.endsWith('/ping')) checks += 1
    else if (!silent) tickets += 1
    if (silent)
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    return Promise.resolve(new Response(JSON.stringify({ ticket: `t ${tickets}`, expires: '' })))
  })
  Socket.all = []
  tickets = 0
  invalidated.mockClear()
  stop = startLive(client)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the live connection', () => {
  it('opens with a ticket and requests a new one after each loss', async () => {
    const first = await opened(1)
    expect(first.address).toContain('/api/v1/live?ticket=t%201')
    first.receive(hello(true))
    first.close()
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await opened(2)).address).toContain('ticket=t%202')
  })

  // Proves S9.8
  it('checks every 5 s that the server responds, and reconnects once an unresponsive one does', async () => {
    const first = await opened(1)
    first.receive(hello(true))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checks).toBe(2)
    expect(renderHook(useLiveState).result.current).toBe('live')
    silent = true
    // the next check is at most 5 s away and waits 4 s for its response
    await vi.advanceTimersByTimeAsync(9_000)
    await vi.waitFor(() => expect(renderHook(useLiveState).result.current).toBe('reconnecting'))
    silent = false
    invalidated.mockClear()
    await vi.advanceTimersByTimeAsync(5_000)
    const second = await opened(2)
    expect(first.readyState).toBe(3)
    expect(missing(second)).toBeGreaterThan(13_000)
    second.receive(hello(false))
    expect(renderHook(useLiveState).result.current).toBe('live')
    expect(invalidated).toHaveBeenCalledWith(undefined)
  })

  it('requests the changes since the page was opened, then since the last message before a gap', async () => {
    const first = await opened(1)
    const age = missing(first)
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThanOrEqual(30_000 + 1_000 + marginMs)
    first.receive(hello(true))
    await vi.advanceTimersByTimeAsync(3_000)
    first.receive({ type: 'readings', readings: [] })
    await vi.advanceTimersByTimeAsync(100)
    first.close()
    await vi.advanceTimersByTimeAsync(2_000)
    const gap = missing(await opened(2))
    expect(gap).toBeGreaterThanOrEqual(100 + marginMs)
    expect(gap).toBeLessThan(3_000 + marginMs)
  })

  it('invalidates everything if opening the connection takes longer than the margin, for which hints are missing', async () => {
    const first = await opened(1)
    await vi.advanceTimersByTimeAsync(marginMs + 1)
    first.receive(hello(true))
    expect(invalidated).toHaveBeenCalledWith(undefined)
  })

  it('requests the changes of the time that the system slept, during which the clock of the page stands still', async () => {
    const first = await opened(1)
    first.receive(hello(true))
    vi.setSystemTime(Date.now() + 3_600_000)
    first.close()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(missing(await opened(2))).toBeGreaterThanOrEqual(3_600_000)
  })

  it('invalidates everything if the server does not have all changes since', async () => {
    const first = await opened(1)
    first.receive(hello(false))
    expect(invalidated).toHaveBeenCalledWith(undefined)
  })

  it('invalidates only what failed if the server sends the changes since', async () => {
    client.setQueryData(['fine'], 1)
    await client.prefetchQuery({
      queryKey: ['failed'],
      queryFn: () => Promise.reject(new Error('away')),
      retry: false,
    })
    const first = await opened(1)
    first.receive(hello(true))
    const isStale = (key: string) => client.getQueryState([key])!.isInvalidated
    expect([isStale('fine'), isStale('failed')]).toEqual([false, true])
    client.clear()
  })

  it('collects hints for 250 ms and passes them on once', async () => {
    const socket = await opened(1)
    invalidated.mockClear()
    socket.receive({ type: 'hints', hints: [{ kind: 'station.changed', station: 'a' }] })
    socket.receive({ type: 'hints', hints: [{ kind: 'card.changed' }] })
    expect(invalidated).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(250)
    expect(invalidated).toHaveBeenCalledOnce()
    const kinds = ['station.changed', 'card.changed', 'transaction.started'] as const
    const isStale = invalidated.mock.calls[0]![0]!.predicate!
    expect(kinds.map((kind) => isStale(shows(kind)))).toEqual([true, true, false])
  })

  it('passes continuous hints on to lists at growing intervals, to a station immediately', async () => {
    const socket = await opened(1)
    await vi.advanceTimersByTimeAsync(10_000)
    invalidated.mockClear()
    const ofStation = { meta: { hints: ['station.changed'], station: 'a' } } as unknown as Query
    for (let tenths = 0; tenths < 100; tenths += 1) {
      socket.receive({ type: 'hints', hints: [{ kind: 'station.changed', station: 'a' }] })
      await vi.advanceTimersByTimeAsync(100)
    }
    const asked = (query: Query) =>
      invalidated.mock.calls.filter(([filters]) => filters?.predicate?.(query)).length
    expect(asked(ofStation)).toBeGreaterThan(30)
    expect(asked(shows('station.changed'))).toBeLessThan(9)
    invalidated.mockClear()
    // The lists receive the last hint as well.
    await vi.advanceTimersByTimeAsync(2_250)
    expect(asked(shows('station.changed'))).toBe(1)
  })

  it('sends the watched stations and passes their readings to the subscribers', async () => {
    const socket = await opened(1)
    const heard = vi.fn()
    const leave = watchStation('a', heard)
    const leaveToo = watchStation('a', vi.fn())
    expect(socket.sent.at(-1)).toEqual({ type: 'watch', stations: ['a'] })
    socket.receive({
      type: 'readings',
      readings: [
        { station: 'a', power: 1 },
        { station: 'b', power: 2 },
      ],
    })
    expect(heard).toHaveBeenCalledExactlyOnceWith([{ station: 'a', power: 1 }])
    leaveToo()
    expect(socket.sent.at(-1)).toEqual({ type: 'watch', stations: ['a'] })
    leave()
    expect(socket.sent.at(-1)).toEqual({ type: 'watch', stations: [] })
  })
})

describe('hints', () => {
  const about = { hints: ['station.changed', 'connector.changed'], station: 'a' } as const
  it.each<[Hint, boolean]>([
    [{ kind: 'station.changed', station: 'a' }, true],
    [{ kind: 'connector.changed' }, true],
    [{ kind: 'station.changed', station: 'b' }, false],
    [{ kind: 'card.changed', station: 'a' }, false],
  ])('%j affects a query about station a: %s', (hint, expected) => {
    expect(concerns({ ...about }, [hint])).toBe(expected)
  })
  it('affect no query that declares no hints', () => {
    expect(concerns(undefined, [{ kind: 'station.changed' }])).toBe(false)
  })
})
