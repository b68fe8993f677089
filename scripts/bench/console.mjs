// Measures the longest frames of the console with many stations, in the list and on the map, in Chromium.
import { chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'
import { seedLists } from './list-seed.mjs'
import { serveSeeded } from './lists.mjs'

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
        ...list.getEntries().map(({ duration, blockingDuration }) => ({ duration, blockingDuration })),
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

/** Returns the longest frame of each step in ms, for each round. */
export async function measureConsole(bench) {
  const { server } = await serveSeeded(bench, { seed: seedLists })
  const { path, problem } = await findChromium()
  if (!path) throw new Error(problem)
  const browser = await chromium.launch({ executablePath: path, args })
  const results = []
  const columns = ['longest frame', 'that only waits for drawing', 'above 50 ms']
  bench.print(`\n${'round and step'.padEnd(40)}${columns.map((title) => title.padStart(28)).join('')}`)
  try {
    for (let round = 1; round <= bench.rounds; round++) {
      const page = await openConsole(browser, server)
      for (const [name, act] of steps) {
        const frames = await longFramesOf(page, act)
        // without a graphics card, drawing the map takes long, but the page can still respond
        const longest = (isKind) => Math.max(0, ...frames.filter(isKind).map(({ duration }) => duration))
        const longestMs = longest(({ blockingDuration }) => blockingDuration > 0)
        const drawingMs = longest(({ blockingDuration }) => blockingDuration === 0)
        results.push({ round, name, longestMs, drawingMs, count: frames.length })
        const shown = [longestMs, drawingMs].map((ms) => (ms > 0 ? `${ms.toFixed(0)} ms` : 'below 50 ms'))
        bench.print(
          `${round} ${name}`.padEnd(40) +
            [...shown, String(frames.length)].map((text) => text.padStart(28)).join(''),
        )
      }
      await page.close()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return results
}
