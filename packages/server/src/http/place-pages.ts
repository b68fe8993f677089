import { createHash } from 'node:crypto'
import { locales } from '@stationmaster/contract'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { Clock } from '../shared/clock.ts'
import { isUuid } from '../shared/ids.ts'
import type { ConsoleFiles, PageContent } from './console-files.ts'
import type { WebCall, WebReply } from './web-call.ts'

type Locale = (typeof locales)[number]

export interface PublicPlaces {
  /** Returns the ids of public places. */
  ids: (most: number) => Promise<string[]>
  /** Renders a place; null if it is not public. `chosen`: language of the address, not that of the browser. */
  render: (
    id: string,
    about: { language: Locale; chosen: Locale | null; address: string },
  ) => Promise<PageContent | null>
}

interface PlacePagesDeps extends PublicPlaces {
  console: ConsoleFiles
  clock: Clock
  origin: () => string
  /** False if the area of drivers is switched off. */
  isOpen: boolean
}

/** L304: pages in memory. */
export const maxPages = 500
/** Milliseconds for which a page in memory is shown. */
const shownMs = 60_000
/** L306: pages in the sitemap. */
export const maxSitemap = 10_000

/** Returns the pages of public places, `robots.txt` and the sitemap. */
export function placePages(deps: PlacePagesDeps) {
  const { clock, origin, isOpen } = deps
  const pages = new Remembered<PageContent | null>(maxPages, clock)
  const sitemaps = new Remembered<WebReply>(1, clock)
  return {
    page: async (call: WebCall): Promise<WebReply> => {
      const { id = '' } = call.params
      const chosen = localeOf(call.query['lang'])
      const language = chosen ?? preferred(call.header('accept-language'))
      const address = `${origin()}/driver/stations/${id}`
      const found =
        isOpen && isUuid(id)
          ? await pages.get(`${id} ${language} ${chosen}`, () =>
              deps.render(id, { language, chosen, address }),
            )
          : null
      // each reply has a nonce of its own
      if (found) return deps.console.pageWith(found, call)
      // a signed-in driver may see the place
      const page = deps.console.answer('GET', `/driver/stations/${id}`, call)
      return 'file' in page ? notFound : { ...page, status: page.status === 200 ? 404 : page.status }
    },
    robots: (): WebReply => textReply('text/plain', robotsOf(origin(), isOpen)),
    sitemap: async (call: WebCall): Promise<WebReply> => {
      if (!isOpen) return notFound
      const reply = await sitemaps.get('', async () =>
        tagged(textReply('application/xml', sitemapOf(origin(), await deps.ids(maxSitemap)))),
      )
      return call.header('if-none-match') === reply.headers['etag']
        ? { ...reply, status: 304, body: '' }
        : reply
    },
  }
}

/** Results of the last minute, also those that are not complete yet; a failed one is not remembered. */
class Remembered<Value> {
  private readonly entries: BoundedMap<string, { until: number; value: Promise<Value> }>
  private readonly clock: Clock

  constructor(most: number, clock: Clock) {
    this.entries = new BoundedMap(most)
    this.clock = clock
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const now = this.clock.monotonicMs()
    const known = this.entries.get(key)
    if (known && known.until > now) return known.value
    const value = make()
    this.entries.set(key, { until: now + shownMs, value })
    value.catch(() => this.entries.delete(key))
    return value
  }
}

/** Adds the tag of the content, so that it is sent again only if it has changed. */
function tagged({ headers, ...reply }: WebReply): WebReply {
  const hash = createHash('sha256').update(String(reply.body)).digest('base64url')
  return { ...reply, headers: { ...headers, etag: `W/"${hash}"` } }
}

const textReply = (type: string, body: string): WebReply => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
  body,
})

const notFound: WebReply = { ...textReply('text/plain', 'Not found.\n'), status: 404 }

const localeOf = (text: string | undefined): Locale | null => locales.find((one) => one === text) ?? null

/** Returns the first language of the browser that exists here, by the order of the header. */
const preferred = (header = ''): Locale =>
  header
    .slice(0, 200)
    .split(',')
    .map((part) => localeOf(part.trim().slice(0, 2).toLowerCase()))
    .find((locale) => locale !== null) ?? 'en'

const robotsOf = (origin: string, isOpen: boolean): string => {
  const files = ['/assets/', '/icon.svg', '/page-config.json', '/place.css', '/sitemap.xml']
  const allowed = isOpen ? ['/driver/stations/', ...files] : []
  const lines = ['User-agent: *', ...allowed.map((path) => `Allow: ${path}`), 'Disallow: /']
  return `${[...lines, ...(isOpen ? ['', `Sitemap: ${origin}/sitemap.xml`] : [])].join('\n')}\n`
}

const sitemapOf = (origin: string, ids: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${ids.map((id) => `<url><loc>${origin}/driver/stations/${id}</loc></url>`).join('\n')}
</urlset>
`
