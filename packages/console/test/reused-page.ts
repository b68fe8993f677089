import type { BrowserContextOptions, Page } from 'playwright-core'
import { openPage, pageErrorsOf, type TestBrowser } from './browser.ts'

interface Visit {
  width?: number
  /** The entries of localStorage, and nothing else. */
  stored?: Record<string, string>
}

const withoutFragment = (url: string): string => url.replace(/#.*/, '')

/**
 * A page that tests use one after the other, each without the stored data of the others. A new one would cost
 * a second of processor time: processes of the browser, and every script parsed and compiled again.
 */
export class ReusedPage {
  readonly page: Page
  /** Errors of the page since the last visit. */
  readonly pageErrors: string[]
  private readonly origin: string

  private constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
    this.pageErrors = pageErrorsOf(page)
  }

  static async open(
    browser: TestBrowser,
    origin: string,
    options: BrowserContextOptions = {},
  ): Promise<ReusedPage> {
    const page = await openPage(browser, options)
    // Runs before the page's own scripts, once per visit: a reload must find what was stored.
    await page.context().addInitScript(() => {
      const found = location.protocol.startsWith('http') && /(?:^|; )visit=([^;]*)/.exec(document.cookie)
      if (!found) return
      // oxlint-disable-next-line unicorn/no-document-cookie -- the only storage that can be set before any script runs
      document.cookie = 'visit=; max-age=0; path=/'
      localStorage.clear()
      sessionStorage.clear()
      const stored = JSON.parse(decodeURIComponent(found[1]!)) as Record<string, string>
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    })
    return new ReusedPage(page, origin)
  }

  /** Opens an address as a new user, and waits for its heading. */
  async visit(path: string, { width = 1440, stored = {} }: Visit = {}): Promise<Page> {
    const { page, origin } = this
    await page.setViewportSize({ width, height: 844 })
    const wanted = origin + path
    // an address that differs in its fragment only would not be loaded
    const isLoaded = page.url() === wanted && !wanted.includes('#')
    if (!isLoaded && withoutFragment(page.url()) === withoutFragment(wanted)) await page.goto('about:blank')
    await page.context().clearCookies()
    const visit = { name: 'visit', value: encodeURIComponent(JSON.stringify(stored)), url: origin }
    await page.context().addCookies([visit])
    this.pageErrors.length = 0
    await page.goto(wanted)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
}
