import {
  type ConsoleToServer,
  type Hint,
  type HintKind,
  liveTicket,
  type Readings,
  type ServerToConsole,
} from '@stationmaster/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call, CallError, inTime, usualLimitMs } from './call.ts'
import { pageConfig } from './page-config.ts'
import type { QueryMeta } from './query.ts'
import { checkSession } from './session.ts'
import { createStore, useStore } from './store.ts'

/**
 * The live connection: one socket per tab, opened with a single-use ticket. It receives hints, collected for
 * 250 ms and used to invalidate queries, and readings of the stations that this tab watches. Paused while the
 * tab is hidden for more than a minute. The server sends the hints since the tab fetched its data, or since the last
 * message before a gap; if it does not have them all, everything shown is invalidated.
 */
export type LiveState = 'live' | 'reconnecting' | 'paused' | 'offline'

const gatherMs = 250
/** Longest interval between refetches of lists under continuous changes. */
const busyMs = 2_000
const hiddenMs = 60_000
/** Specification, section 9. */
const checkMs = 5_000
/** Time limit for the response to a check. */
const checkLimitMs = 4_000
/**
 * Milliseconds for which more changes are requested than are missing: the server counts from when the connection is open,
 * and the last message was sent before it arrived.
 */
const marginMs = 5_000
const waits = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

const state = createStore<LiveState>(navigator.onLine === false ? 'offline' : 'reconnecting')
export const useLiveState = (): LiveState => useStore(state)

type ReadingsListener = (readings: Readings[]) => void
const readers = new Set<ReadingsListener>()
const watched = new Map<string, number>()

interface Line {
  client: QueryClient
  socket: WebSocket | null
  attempts: number
  stopped: boolean
  /** Returns the milliseconds for which changes may be missing: since the oldest data, or the last message. */
  missingMs: () => number
  /** Returns the milliseconds since the connection was requested. */
  openingMs: () => number
  /** True if the last check got no response. */
  isSilent: boolean
  gathered: Hint[]
  lists: { hints: Hint[]; at: number; pause: number }
  timers: { retry?: Timer; gather?: Timer; lists?: Timer; hide?: Timer }
}
type Timer = ReturnType<typeof setTimeout>
let line: Line | null = null

/** Subscribes to the readings of one station. Returns the function that unsubscribes. */
export function watchStation(station: string, listener: (readings: Readings[]) => void): () => void {
  const hear: ReadingsListener = (all) => {
    const mine = all.filter((reading) => reading.station === station)
    if (mine.length > 0) listener(mine)
  }
  readers.add(hear)
  watched.set(station, (watched.get(station) ?? 0) + 1)
  sendWatched()
  return () => {
    readers.delete(hear)
    const left = (watched.get(station) ?? 1) - 1
    if (left > 0) watched.set(station, left)
    else watched.delete(station)
    sendWatched()
  }
}

/** Opens the connection and keeps it open. Returns the function that closes it. */
export function startLive(client: QueryClient): () => void {
  const lists = { hints: [], at: 0, pause: gatherMs }
  const mine: Line = {
    client,
    socket: null,
    attempts: 0,
    stopped: false,
    // the data of the first screen was requested before, but not before the page was opened
    missingMs: stopwatch(Math.min(performance.now(), usualLimitMs)),
    openingMs: stopwatch(),
    isSilent: false,
    gathered: [],
    lists,
    timers: {},
  }
  line = mine
  const checks = setInterval(() => void check(mine), checkMs)
  const online = (): void => (navigator.onLine === false ? rest(mine, 'offline') : void open(mine))
  const visible = (): void => {
    clearTimeout(mine.timers.hide)
    if (document.hidden) mine.timers.hide = setTimeout(() => rest(mine, 'paused'), hiddenMs)
    else if (!mine.socket) void open(mine)
  }
  window.addEventListener('online', online)
  window.addEventListener('offline', online)
  document.addEventListener('visibilitychange', visible)
  online()
  return () => {
    mine.stopped = true
    if (line === mine) line = null
    clearInterval(checks)
    for (const timer of Object.values(mine.timers)) clearTimeout(timer)
    mine.socket?.close()
    window.removeEventListener('online', online)
    window.removeEventListener('offline', online)
    document.removeEventListener('visibilitychange', visible)
  }
}

async function open(mine: Line): Promise<void> {
  clearTimeout(mine.timers.retry)
  if (mine.stopped || mine.socket || navigator.onLine === false) return
  state.set('reconnecting')
  try {
    const { ticket } = await call(liveTicket, {})
    if (mine.stopped || mine.socket) return
    mine.openingMs = stopwatch()
    listen(mine, new WebSocket(addressOf(ticket, mine.missingMs() + marginMs)))
  } catch (failure) {
    // The user is signed out: the session handles that, no reconnect is needed.
    if (failure instanceof CallError && failure.kind === 'no-token') return
    again(mine)
  }
}

function listen(mine: Line, socket: WebSocket): void {
  mine.socket = socket
  socket.addEventListener('message', (event) => hear(mine, String(event.data)))
  socket.addEventListener('close', () => {
    if (mine.socket !== socket) return
    mine.socket = null
    if (!mine.stopped) again(mine)
  })
}

/**
 * A server that hangs, or a network that drops packets, leaves the socket open: checks whether the server
 * still responds.
 */
async function check(mine: Line): Promise<void> {
  const { socket } = mine
  if (!socket || document.hidden || navigator.onLine === false) return
  const { apiDomain, apiPath } = pageConfig()
  const asked = inTime(
    (signal) => fetch(`${apiDomain}${apiPath}/ping`, { cache: 'no-store', credentials: 'omit', signal }),
    checkLimitMs,
  )
  // the body is read, because the browser keeps a request open until then
  const isAnswered = await asked.then((answer) => answer.text().then(() => answer.ok)).catch(() => false)
  if (mine.stopped || mine.socket !== socket) return
  if (!isAnswered) {
    mine.isSilent = true
    state.set('reconnecting')
  } else if (mine.isSilent) {
    // The connection may have been lost without a close event.
    mine.socket = null
    socket.close()
    void open(mine)
  }
}

function hear(mine: Line, text: string): void {
  const message = JSON.parse(text) as ServerToConsole
  mine.missingMs = stopwatch()
  if (message.type === 'hello') {
    mine.attempts = 0
    mine.isSilent = false
    state.set('live')
    sendWatched()
    const isComplete = message.complete && mine.openingMs() <= marginMs
    // requests that failed during the gap are repeated in any case
    void mine.client.invalidateQueries(
      isComplete ? { predicate: ({ state: { status } }) => status === 'error' } : undefined,
    )
  } else if (message.type === 'readings') {
    for (const reader of readers) reader(message.readings)
  } else if (message.type === 'hints') {
    mine.gathered.push(...message.hints)
    mine.timers.gather ??= setTimeout(() => pass(mine), gatherMs)
  } else if (message.type === 'end' && message.reason !== 'shutdown') {
    void checkSession()
  }
}

function pass(mine: Line): void {
  mine.timers.gather = undefined
  const hints = mine.gathered.splice(0)
  mine.lists.hints.push(...hints)
  const wide = takeForLists(mine)
  void mine.client.invalidateQueries({
    predicate: ({ meta }) => concerns(meta, meta?.station === undefined ? wide : hints),
  })
}

/**
 * Takes the hints for queries that are about no station. With thousands of stations they come continuously:
 * lists are refetched at growing intervals, to limit the load on server and page.
 */
function takeForLists(mine: Line): Hint[] {
  const { lists, timers } = mine
  const since = Date.now() - lists.at
  if (since < lists.pause) {
    timers.lists ??= setTimeout(() => pass(mine), lists.pause - since)
    return []
  }
  clearTimeout(timers.lists)
  timers.lists = undefined
  lists.pause = since < busyMs + gatherMs ? Math.min(2 * lists.pause, busyMs) : gatherMs
  lists.at = Date.now()
  return lists.hints.splice(0)
}

/** Returns true if one of the hints affects the query. */
export function concerns(meta: QueryMeta | undefined, hints: Hint[]): boolean {
  const kinds: readonly HintKind[] = meta?.hints ?? []
  return hints.some(
    (hint) => kinds.includes(hint.kind) && (!meta?.station || !hint.station || hint.station === meta.station),
  )
}

function again(mine: Line): void {
  if (mine.stopped || state.get() === 'paused' || state.get() === 'offline') return
  state.set('reconnecting')
  const wait = waits[Math.min(mine.attempts, waits.length - 1)] ?? 15_000
  mine.attempts += 1
  // Randomized, so that not all tabs reconnect to a restarted server at the same time.
  mine.timers.retry = setTimeout(() => void open(mine), wait * (0.75 + Math.random() * 0.5))
}

function rest(mine: Line, reason: 'paused' | 'offline'): void {
  clearTimeout(mine.timers.retry)
  state.set(reason)
  mine.attempts = 1
  mine.socket?.close()
}

function sendWatched(): void {
  if (line?.socket?.readyState !== WebSocket.OPEN) return
  const message: ConsoleToServer = { type: 'watch', stations: [...watched.keys()].slice(-20) }
  line.socket.send(JSON.stringify(message))
}

/**
 * Returns a function that returns the milliseconds since this call, plus `before`. The clock of the page stands still
 * while some systems sleep, and the time of day can be set back: the larger difference counts.
 */
function stopwatch(before = 0): () => number {
  const [ticks, date] = [performance.now(), Date.now()]
  return () => before + Math.max(performance.now() - ticks, Date.now() - date)
}

/** Returns the address of the live connection; `since` is the time in ms for which changes are requested. */
function addressOf(ticket: string, since: number): string {
  const { apiDomain, apiPath } = pageConfig()
  const base = new URL((apiDomain || window.location.origin) + apiPath)
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${base.href.replace(/\/$/, '')}/live?ticket=${encodeURIComponent(ticket)}&since=${Math.ceil(since)}`
}
