/**
 * Adds up what a first visit loads, gzipped, from the build's manifest, and fails when a budget is exceeded.
 * Run after `vite build`: `node scripts/budgets.mjs`. Budgets in kB of 1 000 bytes.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
const sizes = new Map()

const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(dist + file), { level: 9 }).length)
  return sizes.get(file)
}

/** Returns the files of these manifest keys, static imports included. */
function filesOf(keys, seen = new Set()) {
  const files = new Set()
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build`)
    if (seen.has(key)) continue
    seen.add(key)
    files.add(chunk.file)
    for (const file of chunk.css ?? []) files.add(file)
    // Scripts among the assets are workers; fonts are loaded only for the characters that a page shows.
    for (const file of chunk.assets ?? []) if (file.endsWith('.js')) files.add(file)
    for (const file of filesOf(chunk.imports ?? [], seen)) files.add(file)
  }
  return files
}

const total = (files, kind = '') => {
  let bytes = 0
  for (const file of files) if (file.endsWith(kind)) bytes += sizeOf(file)
  return bytes / 1000
}

const entry = 'index.html'
const english = 'texts/en/shell.json'
const screen = (name) => `src/areas/${name}.tsx`
const first = filesOf([entry])
const sign = filesOf([entry, english, screen('sign/screens/sign-in')])
const stations = filesOf([entry, english, screen('crm/screens/stations')])
/** Menus, popovers and tooltips, which are loaded after the first screen. */
const overlays = filesOf(['src/ui/overlay/overlays.tsx'])
/** A page of drivers with the texts of the area and its own. */
const driversPage = (name, texts) =>
  filesOf([
    entry,
    ...['shell', 'driver', ...texts].map((text) => `texts/en/${text}.json`),
    screen(`driver/screens/${name}`),
  ])
const guests = filesOf([
  entry,
  ...['shell', 'guest', 'driver', 'tariffs'].map((name) => `texts/en/${name}.json`),
  screen('driver/guest/code'),
])
/** The font of a page with Latin letters. */
const latin = (manifest[entry].assets ?? []).filter((file) => file.includes('inter-latin-wght'))
const beyond = (key) => total(difference(filesOf([key]), new Set([...stations, ...overlays])), '.js')

function difference(files, known) {
  return [...files].filter((file) => !known.has(file))
}

/**
 * First visit in another language: the texts of the frame and the first screen, and the font if the language
 * needs one.
 */
function language(code, font) {
  const texts = ['shell', 'stations'].map((name) => `texts/${code}/${name}.json`)
  const fonts = (manifest[entry].assets ?? []).filter((file) => font && file.includes(font))
  return total([...difference(filesOf(texts.filter((key) => manifest[key])), first), ...fonts])
}

const scriptsOf = (keys) => [...filesOf(keys)].filter((file) => file.endsWith('.js')).length
const screens = Object.keys(manifest).filter((key) => /^src\/areas\/(?!sign)[a-z]+\/screens\//.test(key))
const rows = [
  ['entry, script', total(first, '.js'), 140],
  ['entry, style', total(first, '.css'), 40],
  ['sign-in, script', total(sign, '.js'), 160],
  ['shell and stations, script', total(stations, '.js'), 225],
  ['menus, popovers and tooltips beyond stations', total(difference(overlays, stations), '.js'), 45],
  [
    'first view of /driver with its font, without the map',
    total([...driversPage('find', ['map']), ...latin]),
    277,
  ],
  [
    'first view of /driver/charge with its font',
    total([...driversPage('charge', ['cards', 'tariffs', 'driver-money', 'car-drivers']), ...latin]),
    283,
  ],
  [
    'first view of /driver/cards with its font',
    total([...driversPage('me', ['cards', 'driver-data', 'driver-money']), ...latin]),
    288,
  ],
  ['page of a QR code with its font', total([...guests, ...latin]), 282],
  ...screens
    .filter((key) => !key.endsWith('crm/screens/stations.tsx'))
    .map((key) => [`${key.slice('src/areas/'.length)} beyond stations and menus`, beyond(key), 60]),
  [
    'map beyond stations',
    total(difference(filesOf(['src/features/map/station-map-canvas.tsx']), stations)),
    450,
  ],
  ['German', language('de'), 25],
  ['Russian with its font', language('ru', 'inter-cyrillic-wght'), 25],
  // each file is a request
  ['the screen with most scripts', Math.max(...screens.map((key) => scriptsOf([entry, key]))), 75, 'files'],
]

let exceeded = 0
for (const [name, size, budget, unit = 'kB'] of rows) {
  const over = size > budget
  if (over) exceeded += 1
  console.log(
    `${over ? 'OVER ' : '  ok '} ${size.toFixed(1).padStart(7)} of ${budget.toFixed(0).padStart(4)} ${unit}  ${name}`,
  )
}
if (exceeded > 0) {
  console.error(`${exceeded} of ${rows.length} budgets exceeded`)
  process.exit(1)
}
console.log(`${rows.length} budgets met`)
