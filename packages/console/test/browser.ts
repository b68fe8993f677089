import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

/** Debian's packages; the one without windows takes two thirds of the processor time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that is loaded again finds the scripts of the one before, compiled: half the processor time.
  '--process-per-site',
]
/**
 * Renders WebGL without a graphics card: slow, but the same on every machine. On a busy one the watchdog would end a
 * process that takes ten seconds, after which the browser refuses WebGL.
 */
const drawnByProcessor = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-watchdog',
  '--disable-domain-blocking-for-3d-apis',
]

/** The browser processes of this worker, started when a file needs one: the files of a worker share them. */
const launched = new Map<boolean, Promise<Browser>>()

function launch(canDrawMaps: boolean): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM_PATH'], ...places].find((path) => path && existsSync(path))
  if (!executablePath)
    throw new Error("no browser: install Debian's package chromium-headless-shell or set CHROMIUM_PATH")
  return chromium.launch({ executablePath, args: canDrawMaps ? [...args, ...drawnByProcessor] : args })
}

/** The pages of a test file. They share a process with those of other files, and nothing else. */
export class TestBrowser {
  private readonly contexts: BrowserContext[] = []
  private readonly browser: Browser

  private constructor(browser: Browser) {
    this.browser = browser
  }

  /**
   * Opens Debian's Chromium, or the one in CHROMIUM_PATH; starting it takes two seconds of processor time, once
   * per worker. `canDrawMaps` is for tests that show a map.
   */
  static async open({ canDrawMaps = false } = {}): Promise<TestBrowser> {
    let browser = await launched.get(canDrawMaps)
    if (!browser?.isConnected()) {
      const started = launch(canDrawMaps)
      launched.set(canDrawMaps, started)
      browser = await started
    }
    return new TestBrowser(browser)
  }

  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.browser.newContext(options)
    this.contexts.push(context)
    return context
  }

  /** Closes the pages of this file. The process ends with the worker. */
  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()))
  }
}

/**
 * Opens a page that shares nothing with others. Without animations: the one that shows the live connection never
 * ends, and would take a tenth of a core for each open page.
 */
export async function openPage(browser: TestBrowser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  // Waiting ends when the page is ready: a busy machine takes a minute for what takes two seconds.
  page.setDefaultTimeout(90_000)
  return page
}

/** Returns true if a page shows a screen of the console in its frame. */
export const hasShell = async (page: Page): Promise<boolean> =>
  (await page.locator('main[data-address]').count()) > 0

/** Opens an address in the loaded console as a link does. */
export const pushAddress = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Opens an address of the frame in the loaded console, and waits until its page is rendered: a fifth of the
 * processor time of loading it.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  await pushAddress(page, path)
  await page.waitForFunction(() => {
    const rendered = document.querySelector<HTMLElement>('main[data-address]')?.dataset['address']
    return rendered === location.pathname + location.search
  })
}

export interface SignIn {
  access_token: string
  refresh_token: string
  session: string
  expires_in: number
}

/** Returns what the console stores of a sign-in. Tests that are not about signing in begin with it. */
export const storedSignIn = (answer: SignIn): string =>
  JSON.stringify({
    access: answer.access_token,
    refresh: answer.refresh_token,
    session: answer.session,
    expiresAt: Date.now() + answer.expires_in * 1000,
  })

/** Stores a sign-in in a page, which then shows a page of the server without scripts. */
export async function signInOn(page: Page, origin: string, answer: SignIn): Promise<void> {
  await page.goto(`${origin}/livez`)
  await page.evaluate(
    (stored) => localStorage.setItem('stationmaster.login_token', stored),
    storedSignIn(answer),
  )
}

/** Opens a page of a phone. */
export const openPhone = (browser: TestBrowser): Promise<Page> =>
  openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })

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
