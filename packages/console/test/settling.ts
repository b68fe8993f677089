import type { Page, Request } from 'playwright-core'

/** After this a request no longer counts: the browser may report no end for one of a worker that has gone. */
const longestMs = 15_000

/** Knows when a page has everything it asked for and shows that it waits for nothing. */
export class Settling {
  private readonly page: Page
  private readonly open = new Map<Request, number>()

  constructor(page: Page) {
    this.page = page
    page.on('request', (request) => {
      // whoever asked before is gone
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.open.clear()
      this.open.set(request, Date.now())
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
      const isAwaited = [...this.open.values()].some((since) => Date.now() - since < longestMs)
      seen = isQuiet && !isAwaited ? seen + 1 : 0
    }
  }
}
