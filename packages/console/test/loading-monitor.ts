import type { Page, Request } from 'playwright-core'

/**
 * Milliseconds after which a request no longer counts: the browser may not report the end of a request of a
 * worker that has ended.
 */
const longestMs = 15_000
/** Milliseconds after which a page that still loads is an error. */
const maxMs = 45_000
/** A browser without a graphics card may stop rendering while it compiles the shaders of the map. */
const longestFrameMs = 1_000

/** Resolves after some frames were drawn, or after the time that they may take. */
export const drawn = (page: Page, frames: number): Promise<void> =>
  page.evaluate(
    async ({ frames, limitMs }) => {
      for (let frame = 0; frame < frames; frame += 1)
        await Promise.race([
          new Promise(requestAnimationFrame),
          new Promise((resolve) => setTimeout(resolve, limitMs)),
        ])
    },
    { frames, limitMs: longestFrameMs },
  )

/** Detects when a page has finished loading: it shows its heading and no loading indicator. */
export class LoadingMonitor {
  private readonly page: Page
  private readonly open = new Map<Request, number>()

  constructor(page: Page) {
    this.page = page
    page.on('request', (request) => {
      // requests of the previous page have ended
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.open.clear()
      this.open.set(request, Date.now())
    })
    const end = (request: Request): void => void this.open.delete(request)
    page.on('requestfinished', end).on('requestfailed', end)
  }

  /**
   * Waits until no request is open and no loader is shown, checked twice: a response may cause further
   * requests.
   */
  async done(): Promise<void> {
    const deadline = Date.now() + maxMs
    for (let seen = 0; seen < 2; ) {
      const isQuiet = await this.within(deadline, 'three frames', this.isQuiet())
      const isAwaited = [...this.open.values()].some((since) => Date.now() - since < longestMs)
      seen = isQuiet && !isAwaited ? seen + 1 : 0
    }
  }

  /** Resolves after three frames; both in one call, because each takes two milliseconds of processor time. */
  private isQuiet(): Promise<boolean> {
    return this.page.evaluate(async (limitMs) => {
      for (let frame = 0; frame < 3; frame += 1)
        await Promise.race([
          new Promise(requestAnimationFrame),
          new Promise((resolve) => setTimeout(resolve, limitMs)),
        ])
      return (
        document.querySelector('h1') !== null &&
        !document.querySelector('[aria-busy=true], .map-host[data-loading]')
      )
    }, longestFrameMs)
  }

  /** Rejects with the open requests if a step takes too long, because a page that is stuck gives no error. */
  private async within<T>(deadline: number, step: string, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => {
          const urls = [...this.open].map(([request, at]) => `${Date.now() - at} ms ${request.url()}`)
          reject(new Error(`waited for ${step}; open requests: ${urls.join(', ') || 'none'}`))
        },
        Math.max(0, deadline - Date.now()),
      )
    })
    return Promise.race([work, late]).finally(() => clearTimeout(timer))
  }
}
