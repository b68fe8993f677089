import { readFileSync } from 'node:fs'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { filesOf } from './chunk-files.ts'

interface FirstPage {
  /** Start of the address. */
  path: string
  /** Modules of the page. */
  modules: readonly string[]
  /** Namespaces of its texts. */
  texts: readonly string[]
  /** Endpoints and bodies of its first requests for data; `$` stands for the rest of the address. */
  data?: readonly (readonly [string, string])[]
}

const ofDriver = (path: string, parts: readonly string[], texts: readonly string[]): FirstPage => ({
  path,
  modules: [...parts.map((part) => `driver/${part}.tsx`), 'driver/driver-screens.ts', 'app/shell/shell.tsx'],
  texts: ['shell', 'driver', ...texts],
})
const ofGuest = (path: string, page: string): FirstPage => ({
  path,
  modules: [`driver/guest/${page}.tsx`, 'driver/guest/guest-frame.tsx'],
  texts: ['shell', 'guest', 'driver', 'tariffs'],
})

/** Texts of the list of places and of a place. */
const ofStations = ['map', 'tariffs', 'sites', 'driver-favourites', 'driver-reservation']
/** Texts of the list of sessions and of a session. */
const ofSessions = ['chart', 'charges', 'car-drivers']
/** First request of a list of sessions. */
const newestSessions = (count: number) =>
  ['/charge_point/transaction/list', `{"reclimit":${count},"orderby":["datestart DESC"]}`] as const
/** First request of the map and of the list of places. */
const places = ['/driver/place/list', '{"energy":20,"order":"distance"}'] as const

/** First request of a place in a queue and of a reservation. */
const queue = ['/driver/queue/get', '{}'] as const

/** Pages that phones open first, by a code at a station, a link, a notification or the icon of the installed app. */
export const pages: readonly FirstPage[] = [
  { ...ofGuest('/driver/c/', 'code'), data: [['/guest/station/get', '{"code":"$"}']] },
  ofGuest('/driver/guest/', 'session'),
  {
    ...ofDriver('/driver/stations/', ['screens/stations', 'parts/one-place'], ofStations),
    data: [['/driver/place/get', '{"id":"$"}']],
  },
  {
    ...ofDriver('/driver/stations', ['screens/stations', 'screens/find'], ofStations),
    data: [places],
  },
  {
    ...ofDriver('/driver/charge', ['screens/charge'], ['cards', 'tariffs', 'driver-money', 'car-drivers']),
    data: [
      [
        '/charge_point/transaction/list',
        '{"reclimit":10,"orderby":["datestart DESC"],"filter":{"statecode":"running"}}',
      ],
    ],
  },
  ofDriver('/driver/sessions/', ['screens/sessions', 'parts/one-session'], ofSessions),
  {
    ...ofDriver('/driver/sessions', ['screens/sessions'], ofSessions),
    data: [newestSessions(50)],
  },
  {
    ...ofDriver('/driver/cars', ['screens/cars'], ['car-drivers', 'driver-data']),
    data: [['/car/list', '{"reclimit":20}']],
  },
  {
    ...ofDriver('/driver/cards', ['screens/me'], ['cards', 'driver-data', 'driver-money']),
    data: [['/card/list', '{"reclimit":20}'], newestSessions(3)],
  },
  {
    ...ofDriver('/driver/notice', ['screens/notice'], ['driver-data', 'notices']),
    data: [
      ['/notice/list', '{"reclimit":50}'],
      ['/notice/push/get', '{}'],
    ],
  },
  { ...ofDriver('/driver/money', ['screens/money'], ['driver-money']), data: [['/class', '{}']] },
  {
    ...ofDriver('/driver/report', ['screens/report'], ['problem-reports']),
    data: [['/driver/report/list', '{}']],
  },
  { ...ofDriver('/driver/queue', ['screens/queue'], ['driver-queue']), data: [queue] },
  {
    ...ofDriver('/driver/reservation', ['screens/reservation'], ['cards', 'driver-reservation', 'tariffs']),
    data: [queue],
  },
  ofDriver('/driver/data', ['screens/data'], ['driver-data']),
  { ...ofDriver('/driver', ['screens/find'], ['map']), data: [places] },
]
const languages = ['en', 'de', 'fr', 'it', 'ru', 'nl']

/** Word in boot.js that stands for the list. */
const word = '/* FIRST_FILES */ []'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const chunksOf = (bundle: Rolldown.OutputBundle): Chunk[] =>
  Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk')

/**
 * Returns each page's start of the address, its files, by language those of its texts, all without their folder, and its
 * first requests for data.
 */
function listOf(bundle: Rolldown.OutputBundle): unknown[] {
  const chunks = chunksOf(bundle)
  const withModule = (end: string): Chunk[] => {
    const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
    if (found.length === 0) throw new Error(`no file of the build has ${end}`)
    return found
  }
  const entry = filesOf(
    chunks.filter(({ isEntry }) => isEntry),
    bundle,
  )
  const named = (files: Iterable<string>): string[] =>
    [...files].filter((file) => !entry.has(file)).map((file) => file.replace('assets/', ''))
  const scriptsOf = (ends: readonly string[]) => filesOf(ends.flatMap(withModule), bundle)
  return pages.map(({ path, modules, texts, data }) => {
    const scripts = scriptsOf([...modules, 'lib/late-texts.ts'])
    const styles = chunks
      .filter(({ fileName }) => scripts.has(fileName) && !entry.has(fileName))
      .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    const words = languages.map((code) => [
      code,
      named(scriptsOf(texts.map((name) => `/texts/${code}/${name}.json`))),
    ])
    return [path, named([...new Set(styles), ...scripts]), Object.fromEntries(words), ...(data ?? [])]
  })
}

/** Element of the page that loads boot.js in development. */
const element = /<script[^>]* src="\/boot\.js"[^>]*><\/script>/

/** Returns boot.js with the list. */
function bootScript(bundle: Rolldown.OutputBundle): string {
  const script = readFileSync(new URL('../boot.js', import.meta.url), 'utf8')
  if (!script.includes(word)) throw new Error(`boot.js does not contain ${word}`)
  return minifySync('boot.js', script.replace(word, JSON.stringify(listOf(bundle)))).code
}

/**
 * Writes boot.js into the page, with the files that the first pages of phones need: they are loaded together with the
 * entry, not after it has run, the user is known and the texts are listed.
 */
export const firstFilesPlugin: Plugin = {
  name: 'stationmaster-first-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no index.html')
      const html = String(page.source)
      if (!element.test(html)) throw new Error('index.html has no script element for /boot.js')
      page.source = html.replace(
        element,
        () => `<script nonce="__CSP_NONCE__">${bootScript(bundle)}</script>`,
      )
    },
  },
}
