// Measures the longest frames of the console with many stations, in the list and on the map, in Chromium.
import { chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'
import { seedLists } from './list-seed.mjs'
import { serveSeeded } from './lists.mjs'
import { sampleThread } from './thread-times.mjs'

/** Without a graphics card the map is drawn by the processor, in another process than that of the page. */
const args = ['--no-sandbox', '--disable-quic', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const window = { width: 1440, height: 900 }
const centre = [900, 600]
/** A step is complete when no request is open and no frame took longer than 50 ms for this time. */
const quietMs = 1_500
const maxMs = 60_000

const open = (address) => (page) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
const filter = (text) => async (page) => {
  const field = page.locator('main input[type=search]').first()
  await field.fill('')
  if (text) await field.pressSequentially(text, { delay: 80 })
}
const turnWheel = (turns, pixels) => async (page) => {
  await page.mouse.move(...centre)
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, pixels)
    await page.waitForTimeout(30)
  }
}
async function drag(page) {
  const [x, y] = centre
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 400, y - 200, { steps: 40 })
  await page.mouse.up()
}

const steps = [
  ['list opens', open('/crm/stations?view=table')],
  ['list scrolls', turnWheel(40, 120)],
  ['list is filtered while typing', filter('station 47')],
  ['list is filtered, nothing found', filter('station of none')],
  ['filter is removed', filter('')],
  ['tiles open', open('/crm/stations?view=tiles')],
  ['tiles scroll', turnWheel(40, 120)],
  ['map opens', open('/crm/stations?view=map')],
  ['map is zoomed in', turnWheel(20, -120)],
  ['map is moved', drag],
  ['map is zoomed out', turnWheel(30, 120)],
  ['map is filtered while typing', filter('station 47')],
  ['map is filtered, nothing found', filter('station of none')],
]

/** Signs in without the form; the second page load has its scripts from the cache, as that of a user. */
async function openConsole(browser, server) {
  const page = await browser.newPage({ viewport: window })
  const { access_token: access, refresh_token: refresh, session, expires_in: seconds } = server.signedIn
  const stored = JSON.stringify({ access, refresh, session, expiresAt: Date.now() + seconds * 1000 })
  await page.addInitScript((login) => {
    localStorage.setItem('stationmaster.login_token', login)
    globalThis.longFrames = []
    new PerformanceObserver((list) =>
      globalThis.longFrames.push(
        ...list.getEntries().map(({ startTime, duration, blockingDuration }) => ({
          startedAt: performance.timeOrigin + startTime,
          duration,
          blockingDuration,
        })),
      ),
    ).observe({ type: 'long-animation-frame' })
  }, stored)
  for (let load = 0; load < 2; load++) {
    await page.goto(`${server.origin}/crm/profile`)
    await page.locator('main[data-address] h1').waitFor()
  }
  return page
}

/** Waits for the end of a step; returns its frames above 50 ms. */
async function longFramesOf(page, act) {
  let requests = 0
  const begin = () => requests++
  const end = () => requests--
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.evaluate(() => (globalThis.longFrames.length = 0))
  await act(page)
  const deadline = Date.now() + maxMs
  for (let quietSince = Date.now(), seen = 0; Date.now() - quietSince < quietMs && Date.now() < deadline; ) {
    await page.waitForTimeout(100)
    const count = await page.evaluate(() => globalThis.longFrames.length)
    if (requests > 0 || count > seen) quietSince = Date.now()
    seen = count
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  return page.evaluate(() => globalThis.longFrames)
}

/**
 * Measures each step in each round. Returns the longest frame in which a script or the layout blocks the page, how long the
 * page's thread ran and waited for a processor in it, and the longest frame that only waits for drawing, all in ms.
 */
export async function measureConsole(bench) {
  const { server } = await serveSeeded(bench, { seed: seedLists })
  const { path, problem } = await findChromium()
  if (!path) throw new Error(problem)
  const browser = await chromium.launch({ executablePath: path, args })
  const results = []
  const columns = ['longest frame', 'its thread ran', 'its thread waited', 'only drawing', 'above 50 ms']
  bench.print(`\n${row('round and step', columns)}`)
  try {
    for (let round = 1; round <= bench.rounds; round++) {
      const page = await openConsole(browser, server)
      const thread = await sampleThread(browser)
      for (const [name, act] of steps) {
        const figures = figuresOf(await longFramesOf(page, act), thread)
        results.push({ round, name, ...figures })
        bench.print(row(`${round} ${name}`, shown(figures)))
      }
      thread.stop()
      await page.close()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return results
}

const row = (name, cells) => name.padEnd(40) + cells.map((text) => text.padStart(19)).join('')

function figuresOf(frames, thread) {
  const longest = (isKind) => frames.filter(isKind).sort((a, b) => b.duration - a.duration)[0]
  const blocking = longest(({ blockingDuration }) => blockingDuration > 0)
  // without a graphics card, drawing the map takes long, but the page can still respond
  const drawing = longest(({ blockingDuration }) => blockingDuration === 0)
  const { ranMs, waitedMs } = blocking
    ? thread.between(blocking.startedAt, blocking.startedAt + blocking.duration)
    : { ranMs: 0, waitedMs: 0 }
  return {
    longestMs: blocking?.duration ?? 0,
    ranMs,
    waitedMs,
    drawingMs: drawing?.duration ?? 0,
    count: frames.length,
  }
}

const ofFrame = (ms) => (ms > 0 ? `${ms.toFixed(0)} ms` : 'below 50 ms')

function shown({ longestMs, ranMs, waitedMs, drawingMs, count }) {
  const inFrame = (ms) => (longestMs > 0 ? `${ms.toFixed(0)} ms` : '')
  return [ofFrame(longestMs), inFrame(ranMs), inFrame(waitedMs), ofFrame(drawingMs), String(count)]
}
