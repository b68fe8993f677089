import type { Page, Request } from 'playwright-core'

/** Knows when a page has everything it asked for and shows that it waits for nothing. */
export class Settling {
  private readonly page: Page
  private readonly open = new Set<Request>()

  constructor(page: Page) {
    this.page = page
    page.on('request', (request) => {
      // whoever asked before is gone
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.open.clear()
      this.open.add(request)
    })
    const end = (request: Request): void => void this.open.delete(request)
    page.on('requestfinished', end).on('requestfailed', end)
  }

  /** Waits until nothing is on its way or shown as awaited, seen twice: what has come may ask for more. */
  async done(): Promise<void> {
    for (let seen = 0; seen < 2; ) {
      await this.page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
      const isQuiet = await this.page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
        return !document.querySelector('[aria-busy=true]')
      })
      seen = isQuiet && this.open.size === 0 ? seen + 1 : 0
    }
  }
}
