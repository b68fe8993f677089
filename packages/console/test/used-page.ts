import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { complaintsOf } from './browser.ts'

interface Visit {
  width?: number
  /** The entries of localStorage, and nothing else. */
  kept?: Record<string, string>
}

/**
 * A page that tests use one after the other, each without the stored data of the others. A new one would cost
 * a second of processor time: processes of the browser, and every script parsed and compiled again.
 */
export class UsedPage {
  readonly page: Page
  /** Errors of the page since the last visit. */
  readonly complaints: string[]
  private readonly origin: string

  private constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
    this.complaints = complaintsOf(page)
  }

  static async open(
    browser: Browser,
    origin: string,
    options: BrowserContextOptions = {},
  ): Promise<UsedPage> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    // Runs before the page's own scripts, once per visit: a reload must find what was stored.
    await context.addInitScript(() => {
      const found = location.protocol.startsWith('http') && /(?:^|; )visit=([^;]*)/.exec(document.cookie)
      if (!found) return
      // oxlint-disable-next-line unicorn/no-document-cookie -- the one way in that is there before any script
      document.cookie = 'visit=; max-age=0; path=/'
      localStorage.clear()
      sessionStorage.clear()
      const kept = JSON.parse(decodeURIComponent(found[1]!)) as Record<string, string>
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return new UsedPage(page, origin)
  }

  /** Opens an address as a new user, and waits for its heading. */
  async visit(path: string, { width = 1440, kept = {} }: Visit = {}): Promise<Page> {
    const { page, origin } = this
    await page.setViewportSize({ width, height: 844 })
    // an address that differs in its fragment only would not be loaded
    const [before, wanted] = [page.url(), origin + path].map((url) => url.replace(/#.*/, ''))
    if (before === wanted) await page.goto('about:blank')
    await page.context().clearCookies()
    const visit = { name: 'visit', value: encodeURIComponent(JSON.stringify(kept)), url: origin }
    await page.context().addCookies([visit])
    this.complaints.length = 0
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
}
