interface Group {
  name: string
  test: RegExp
  priority: number
}

const group = (name: string, parts: readonly string[], priority: number): Group => ({
  name,
  test: new RegExp(`/(${parts.join('|')})\\.(tsx?|m?js|css)$`),
  priority,
})

const icons = (...names: readonly string[]): string => `icons/Icon(${names.join('|')})`

/**
 * Files of the modules that the first views of drivers and guests share with other pages, each with what its modules
 * import. Otherwise the bundler makes a file per set of pages that share a module: sixty requests for the first view of
 * a phone, most of them for less than a kilobyte.
 */
export const firstGroups: readonly Group[] = [
  // the sign-in page uses these, too
  group(
    'small',
    [
      'ui/feedback/notice',
      'ui/brand',
      'contract/src/(authorization|openid|own-sessions|profile|shapes|sign-up)',
      icons(
        'ArrowRight',
        'Car',
        'ChevronLeft',
        'ChevronRight',
        'CircleCheck',
        'Clock',
        'InfoCircle',
        'StarFilled',
        'World',
      ),
    ],
    21,
  ),
  group(
    'every-page',
    [
      'lib/(query|address|toasts|access|stored-error|random-id)',
      'ui/feedback/(feedback|toast|confirm)',
      'ui/state/state-glyph',
      'modern/useMutation',
      // of the frame, so that it has no file of styles of its own
      'app/shell/.*\\.module',
      'ui/(live-status|avatar)\\.module',
    ],
    20,
  ),
  group('moment', ['ui/time/moment', 'lib/clock'], 18),
  // those of the table of cards, which drivers see as a list
  group(
    'columns',
    [
      'ui/table/(columns|column-kinds|file-sheet)',
      'ui/state/state-chip',
      'ui/data/(cut|row-list|data\\.module)',
      'ui/page/page\\.module',
      'lib/use-change',
      icons('ArrowsSort', 'Plus'),
    ],
    17,
  ),
  group('frame', ['app/shell/shell', 'features/map/(station-map|late-map)', 'contract/src/cars'], 15),
  group(
    'driver',
    ['driver/parts/(driver\\.module|use-request-key)', 'contract/src/(driver|own-sessions)'],
    14,
  ),
  group('prices', ['driver/parts/(price-rows|connector-options|help)'], 13),
  group(
    'driver-page',
    ['driver/driver-screens', 'driver/parts/(driver-page|use-saved-offline|place-facts|use-position)'],
    12,
  ),
  group('sessions', ['contract/src/(transactions|charges)'], 11),
  group('own-cards', ['contract/src/cards', 'features/cards/card-columns', icons('Ban')], 10),
  group('own-money', ['driver/parts/use-money', 'contract/src/(driver-money|payments)'], 9),
  group(
    'queue',
    [
      'driver/parts/(queue-actions|queue-turn|directions|countdown|ring|vibrate)',
      icons('ClockPlus', 'Directions'),
    ],
    8,
  ),
  group('notice-icons', [icons('Mail', 'MailOpened', 'Trash')], 7),
  group('upload', ['lib/(read-file|upload-fetch)'], 6),
]
