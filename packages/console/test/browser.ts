import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Renders WebGL without a graphics card: slow, but the same on every machine. */
const drawnByProcessor = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** Launches Debian's chromium, or the one in CHROMIUM_PATH. `canDrawMaps` is for tests that show a map. */
export function openBrowser({ canDrawMaps = false } = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath))
    throw new Error(`no browser at ${executablePath}: install Debian's package chromium or set CHROMIUM_PATH`)
  return chromium.launch({ executablePath, args: canDrawMaps ? [...args, ...drawnByProcessor] : args })
}

/**
 * Opens a page that shares nothing with others. Without animations: the one that shows the live connection never
 * ends, and would take a tenth of a core for each open page.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

/** Returns the access token of the user who has signed in on a page. */
export async function accessTokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('stationmaster.login_token'))
  return (JSON.parse(stored ?? '{}') as { access: string }).access
}

/** Collects script errors and console errors of the page. */
export function pageErrorsOf(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  return pageErrors
}
