import {
  languageTags,
  locales,
  type OpeningHours,
  priceInWords,
  priceTable,
  quantityText,
  type TariffDefinition,
  unitSymbols,
} from '@stationmaster/contract'
import { escapeHtml } from '../../shared/escape-html.ts'
import { dateTimeText } from '../../shared/local-time.ts'
import { evseId } from './connector-state.ts'
import { priceLanguage, priceText } from './price-texts.ts'
import type { PublicConnector } from './public-place.ts'
import { type Locale, publicTexts } from './public-texts.ts'

/** Parts of the page of a public place, as HTML. */
export interface PublicPage {
  language: Locale
  title: string
  head: string
  body: string
}

/** Address and languages of a page. */
export interface PublicAddress {
  language: Locale
  /** Language of the address; null: that of the browser. */
  chosen: Locale | null
  /** Address of the page without parameters. */
  address: string
}

interface Shown extends PublicAddress {
  connectors: readonly PublicConnector[]
  at: Date
}

const meta = (name: 'name' | 'property', key: string, content: string) =>
  `<meta ${name}="${key}" content="${escapeHtml(content)}" />`

const alternate = (lang: string, href: string) =>
  `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}" />`

/** Renders what visitors see of a place. Names are texts of operators. */
export function renderPublicPage(shown: Shown): PublicPage {
  const { connectors, language, chosen, address } = shown
  const { row } = connectors[0]!
  const texts = publicTexts[language]
  const title = texts.title(row.placeLabel)
  const place = addressOf(row)
  const summary = [place, summaryOf(shown)].filter(Boolean).join('. ')
  const canonical = chosen === null ? address : `${address}?lang=${chosen}`
  const head = [
    meta('name', 'description', summary),
    `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    ...locales.map((one) => alternate(one, `${address}?lang=${one}`)),
    alternate('x-default', address),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', summary),
    meta('property', 'og:url', canonical),
    meta('property', 'og:locale', language),
    '<link rel="stylesheet" href="/place.css" />',
    // a closing tag in a name must not end the script
    `<script type="application/ld+json">${JSON.stringify(dataOf(shown)).replaceAll('<', '\\u003c')}</script>`,
  ]
  return { language, title, head: head.join('\n'), body: bodyOf(shown, place) }
}

const addressOf = ({ address, postalCode, city }: PublicConnector['row']): string =>
  [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const unique = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T & {} => value !== null)),
]

const kilowatts = (powerW: number, language: Locale): string =>
  `${new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 1 }).format(powerW / 1_000)} ${unitSymbols[language].kW}`

function summaryOf({ connectors, language }: Shown): string {
  const types = unique(connectors.map(({ row }) => row.type))
  const powers = unique(connectors.map(({ row }) => row.powerW))
  const most = powers.length === 0 ? '' : `, ${kilowatts(Math.max(...powers), language)}`
  const names = types.length === 0 ? '' : `, ${types.join(', ')}`
  return publicTexts[language].summary(connectors.length, names, most)
}

function bodyOf(shown: Shown, place: string): string {
  const { connectors, language, at } = shown
  const { row } = connectors[0]!
  const texts = publicTexts[language]
  const tariffs = [
    ...new Map(connectors.flatMap(({ tariff }) => (tariff ? [[tariff.versionId, tariff]] : []))).values(),
  ]
  const directions =
    row.lat === null || row.lng === null
      ? ''
      : `<a href="geo:${row.lat},${row.lng}?q=${row.lat},${row.lng}">${texts.directions}</a>`
  return `<main id="place">
<h1>${escapeHtml(row.placeLabel)}</h1>
<p>${escapeHtml(place)}</p>
<p>${directions} <a href="?app=1">${texts.use}</a></p>
<h2>${texts.connectors}</h2>
<ul>${connectors.map((connector) => connectorOf(connector, language)).join('')}</ul>
<p><small>${escapeHtml(texts.asOf(dateTimeText(at, { language, timeZone: row.timeZone })))}</small></p>
${tariffs.map(({ definition, name }) => pricesOf(definition, name, language)).join('')}
${hoursOf(row.openingHours, language)}
</main>`
}

function connectorOf({ row, state }: PublicConnector, language: Locale): string {
  const facts = [
    row.type,
    row.powerW === null ? null : kilowatts(row.powerW, language),
    evseId(row),
    publicTexts[language].states[state],
  ]
  const name = [row.stationLabel, row.no].filter((part) => part !== null).join(' · ')
  return `<li><b>${escapeHtml(name)}</b> <span>${escapeHtml(unique(facts).join(' · '))}</span></li>`
}

/** Returns all prices, in the words that the application has before the start. */
function pricesOf(definition: TariffDefinition, name: string, language: Locale): string {
  const words = priceLanguage(language)
  const code = definition.tax_included === 'YES' ? 'tax_included' : 'tax_excluded'
  const tax = priceInWords(definition).find((sentence) => sentence.code === code)
  const list = priceTable(definition, words).map(({ key, price, notes }) => {
    const lines = [
      ...(price === null ? [] : [`<dd><b>${escapeHtml(price)}</b></dd>`]),
      ...notes.map((note) => `<dd class="note">${escapeHtml(note)}</dd>`),
      ...(price === null && notes.length === 0 ? [`<dd>${priceText(language, 'price.none')}</dd>`] : []),
    ]
    return `<div><dt>${priceText(language, `price.${key}`)}</dt>${lines.join('')}</div>`
  })
  const about = tax && priceText(language, `price.${code}`, { tax: quantityText(tax, words) })
  const title = escapeHtml(priceText(language, 'price.of', { name }))
  return `<h2>${title} <small>${about ?? ''}</small></h2><dl>${list.join('')}</dl>`
}

function hoursOf(hours: OpeningHours | null, language: Locale): string {
  if (hours === null) return ''
  const texts = publicTexts[language]
  const head = `<h2>${texts.hours}</h2>`
  if (hours.twentyfourseven) return `${head}<p>${texts.always}</p>`
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2024 was a Monday
  const nameOf = (day: number) => weekday.format(Date.UTC(2024, 0, day))
  const list = (hours.regular_hours ?? []).map(
    ({ weekday: day, period_begin: from, period_end: to }) =>
      `<div><dt>${nameOf(day)}</dt><dd>${from}–${to}</dd></div>`,
  )
  return `${head}<dl>${list.join('')}</dl>`
}

/** Returns the place as data of schema.org. */
function dataOf({ connectors, address }: Shown) {
  const { row } = connectors[0]!
  const { openingHours: hours } = row
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    additionalType: 'https://www.wikidata.org/wiki/Q2140665',
    name: row.placeLabel,
    url: address,
    address: {
      '@type': 'PostalAddress',
      ...(row.address !== null && { streetAddress: row.address }),
      ...(row.postalCode !== null && { postalCode: row.postalCode }),
      ...(row.city !== null && { addressLocality: row.city }),
    },
    ...(row.lat !== null &&
      row.lng !== null && { geo: { '@type': 'GeoCoordinates', latitude: row.lat, longitude: row.lng } }),
    ...(hours?.twentyfourseven && { openingHours: 'Mo-Su 00:00-23:59' }),
    amenityFeature: unique(connectors.map((one) => one.row.type)).map((value) => ({
      '@type': 'LocationFeatureSpecification',
      name: 'EV connector',
      value,
    })),
  }
}
