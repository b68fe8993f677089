import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accountSet,
  locales,
  siteSet,
  stationAction,
  stationSet,
  type TariffDefinition,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { loadConsole } from '../src/http/console-files.ts'
import { placePages } from '../src/http/place-pages.ts'
import type { WebCall } from '../src/http/web-call.ts'
import { renderPublicPage } from '../src/modules/driver/public-page.ts'
import { findPublicPlace } from '../src/modules/driver/public-place.ts'
import { publicPlaceIds } from '../src/modules/driver/public-place-store.ts'
import { pageConfig } from '../src/page-config.ts'
import { newId } from '../src/shared/ids.ts'
import { addTariff } from './charge-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

const hostile = `</script><script>alert(1)</script>" onload="x & 'y'`

const application =
  '<script type="module" src="/main.js" nonce="__CSP_NONCE__"></script><link rel="modulepreload" href="/base.js" nonce="__CSP_NONCE__"><link rel="stylesheet" href="/main.css" nonce="__CSP_NONCE__">'
const shell = `<!doctype html><html lang="en"><head><title>Console</title><script nonce="__CSP_NONCE__">boot()</script>${application}</head><body><div id="root"></div></body></html>`

let server: TestServer
let admin: TestUser
let folder: string
let pages: ReturnType<typeof placePages>

beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://charging.example.org' }
  const config = readConfig(env)
  server = await TestServer.open(env)
  admin = await server.signIn('admin')
  await server.request(accountSet, { operatorid: 'DE*ABC' }, admin)
  await addTariff(server, admin.accountId)
  folder = await mkdtemp(join(tmpdir(), 'stationmaster-'))
  await writeFile(join(folder, 'index.html'), shell)
  pages = placePages({
    ids: (most) => publicPlaceIds(server.db, most),
    render: async (id, about) => {
      const connectors = await findPublicPlace(server, id)
      return connectors.length > 0 ? renderPublicPage({ ...about, connectors, at: server.clock.now() }) : null
    },
    console: await loadConsole(folder, (origin) => pageConfig(config, origin)),
    clock: server.clock,
    origin: () => 'https://charging.example.org',
    isOpen: true,
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** A site with one station; the last part of the identity is unique. */
async function addPlace(identity: string, { label = 'Harbour', typecode = 'public' } = {}) {
  const place = { label, address: 'Quay 1', postalcode: '24103', city: 'Kiel', lat: 54.32, lng: 10.14 }
  const site = await server.request(
    siteSet,
    { id: null, code: `S-${newId().slice(-8)}`, ...place, openinghours: { twentyfourseven: true } },
    admin,
  )
  const body = { id: null, identity, typecode, site: site.id } as never
  const { station } = await server.request(stationSet, body, admin)
  await server.db.updateTable('stations').set({ state: 'available' }).where('id', '=', station.id).execute()
  const evse = { account_id: admin.accountId, station_id: station.id, state: 'available', is_announced: true }
  await server.db
    .insertInto('evses')
    .values({ id: newId(), evse_no: 1, max_power_w: 22_000, ...evse })
    .execute()
  return { site: site.id, station: station.id }
}

interface Visit {
  lang?: string
  accept?: string
}

/** Opens the page without the built console, which is not needed for these tests. */
async function open(id: string, { lang, accept }: Visit = {}) {
  const sent: Record<string, string | undefined> = { 'accept-language': accept }
  const call = { params: { id }, query: lang ? { lang } : {}, header: (name: string) => sent[name] }
  const { status, headers, body } = await pages.page(call as unknown as WebCall) // all that it reads
  return { status, headers, html: String(body) }
}

test('a public place is readable without the console, in the language of the visitor', async () => {
  const { site } = await addPlace('PUBLIC-SECRET-1')
  const { status, html } = await open(site, { accept: 'xx, de-AT;q=0.9, en' })
  expect(status).toBe(200)
  const address = `https://charging.example.org/driver/stations/${site}`
  for (const part of [
    '<html lang="de"',
    '<title>Harbour: Ladestation</title>',
    `<link rel="canonical" href="${address}" />`,
    `<link rel="alternate" hreflang="fr" href="${address}?lang=fr" />`,
    `<link rel="alternate" hreflang="x-default" href="${address}" />`,
    '<meta property="og:title" content="Harbour: Ladestation" />',
    '<h1>Harbour</h1>',
    'Quay 1, 24103 Kiel',
    '22 kW',
    '0,42',
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('PUBLIC-SECRET')
  expect(html).toMatch(/DE\*ABC\*E\d+\*1/)
  // AFIR, Article 5(4): kWh, minute, session, others
  const prices = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd><\/div>/g)].map(([, name, price]) => [
    name,
    price,
  ])
  expect(prices.slice(0, 4)).toEqual([
    ['Energie, pro kWh', '<b>0,42\u00a0€</b>'],
    ['Zeit, pro Minute', 'Keine'],
    ['Pro Ladevorgang', '<b>1,00\u00a0€</b>'],
    ['Weitere Entgelte', 'Keine'],
  ])
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  expect(JSON.parse(data!)).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Harbour',
    url: address,
    address: { streetAddress: 'Quay 1', postalCode: '24103', addressLocality: 'Kiel' },
    geo: { latitude: 54.32, longitude: 10.14 },
  })
  // visitors load nothing of the application
  const [template = '', inside] = /<template id="app">(.*?)<\/template>/s.exec(html) ?? []
  expect(inside?.replaceAll(/nonce="[^"]*"/g, 'nonce="__CSP_NONCE__"')).toBe(application)
  expect(html.replace(template, '')).not.toMatch(/type="module"|modulepreload|main\.css/)
  expect(html.indexOf(template)).toBeLessThan(html.indexOf('boot()'))
  const french = (await open(site, { lang: 'fr', accept: 'de' })).html
  expect(french).toContain('<html lang="fr"')
  expect(french).toContain(`<link rel="canonical" href="${address}?lang=fr" />`)
})

test.each(locales)(
  'all conditions of a price are on the page in the words of the application: %s',
  async (language) => {
    const { site } = await addPlace(`IDLE-${language}`)
    const [found] = await findPublicPlace(server, site)
    const tariff = found!.tariff!
    const definition: TariffDefinition = {
      currency: 'EUR',
      tax_included: 'NO',
      vat: 1900,
      elements: [
        {
          price_components: [{ type: 'ENERGY', price: '0.39', step_size: 1000 }],
          restrictions: {
            start_time: '22:00',
            end_time: '06:00',
            day_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY'],
          },
        },
        {
          price_components: [
            { type: 'ENERGY', price: '0.5' },
            { type: 'FLAT', price: '1' },
          ],
        },
        {
          price_components: [{ type: 'TIME', price: '3.00' }],
          restrictions: { min_duration: 7200, start_date: '2026-01-01', end_date: '2027-01-01' },
        },
        { price_components: [{ type: 'PARKING_TIME', price: '6.00', step_size: 60 }] },
        { price_components: [{ type: 'FLAT', price: '2' }], restrictions: { reservation: 'RESERVATION' } },
      ],
      idle: { grace_seconds: 600, until: 'release', max: '12.00' },
      min_price: '2',
      max_price: '60',
    }
    const { body } = renderPublicPage({
      connectors: [{ ...found!, tariff: { ...tariff, definition } }],
      at: server.clock.now(),
      language,
      chosen: null,
      address: 'https://charging.example.org',
    })
    const rows = [...body.matchAll(/<dt>.*?<\/dt>(.*?)<\/div>/g)].slice(0, 4)
    const lines = rows.map(([, text]) => [...text!.matchAll(/<dd.*?>(.*?)<\/dd>/g)].map(([, line]) => line))
    // one line for the price, and one for each condition or further price
    expect(lines.map(({ length }) => length)).toEqual([3, 6, 1, 3])
    expect(body).not.toMatch(/\{\{|undefined|words\.|when\./)
    if (language === 'en')
      expect(lines).toEqual([
        [
          '<b>€0.39</b>',
          'Mon–Wed, 22:00–06:00, charged in steps of 1\u00a0kWh, rounded up',
          '€0.50 per kWh, in all other cases',
        ],
        [
          '<b>€0.05</b>',
          '1 Jan 2026 to 31 Dec 2026, after 2\u00a0h',
          'After charging €0.10 per minute, charged in steps of 1\u00a0min, rounded up',
          '10\u00a0min after charging are free',
          'Idle time costs at most €12.00',
          'Idle time ends when the cable is unplugged',
        ],
        ['<b>€1.00</b>'],
        ['Reservation €2.00', 'A session costs at least €2.00', 'A session costs at most €60.00'],
      ])
  },
)

// Proves L304
test('is rendered once a minute, and each reply has a policy with a nonce of its own', async () => {
  const { site } = await addPlace('CACHED-1')
  const first = await open(site)
  const policy = first.headers['content-security-policy']!
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  await server.db.updateTable('sites').set({ label: 'Lighthouse' }).where('id', '=', site).execute()
  const again = await open(site)
  expect(again.html).toContain('<h1>Harbour</h1>')
  for (const { html, headers } of [first, again]) {
    const nonce = /nonce="([^"]+)"/.exec(html)![1]!
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    // a copy in a cache would share it
    expect(headers['cache-control']).toBe('no-store')
  }
  expect(again.headers['content-security-policy']).not.toBe(policy)
  server.clock.forward(60_001)
  expect((await open(site)).html).toContain('<h1>Lighthouse</h1>')
})

test('names of operators are text', async () => {
  const { site } = await addPlace('HOSTILE-1', { label: hostile.slice(0, 60) })
  const { html } = await open(site)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('" onload="')
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  expect((JSON.parse(data!) as { name: string }).name).toBe(hostile.slice(0, 60))
})

// Proves L306
test('private, deleted and unknown places are not found and not in the sitemap', async () => {
  const known = await addPlace('MAP-1')
  const hidden = await addPlace('MAP-2', { typecode: 'private' })
  const deleted = await addPlace('MAP-3')
  await server.request(stationAction, { id: deleted.station, action: 'delete' }, admin)
  // a station of a site has no page of its own
  for (const id of [hidden.site, deleted.site, known.station, newId(), 'nonsense', "x'--"]) {
    const { status, html } = await open(id)
    expect([id, status]).toEqual([id, 404])
    expect(html.replaceAll(/nonce="[^"]*"/g, 'nonce="__CSP_NONCE__"')).toBe(shell)
  }
  server.clock.forward(60_001)
  const reply = await fetch(`${server.url}/sitemap.xml`)
  const ifChanged = { headers: { 'if-none-match': reply.headers.get('etag')! } }
  expect((await fetch(reply.url, ifChanged)).status).toBe(304)
  const sitemap = await reply.text()
  expect(sitemap).toContain(`<loc>https://charging.example.org/driver/stations/${known.site}</loc>`)
  for (const id of [hidden.site, deleted.site, known.station]) expect(sitemap).not.toContain(id)
  const robots = await (await fetch(`${server.url}/robots.txt`)).text()
  expect(robots).toContain('Allow: /driver/stations/\n')
  expect(robots).toContain('Disallow: /\n')
  expect(robots).toContain('Sitemap: https://charging.example.org/sitemap.xml\n')
})
