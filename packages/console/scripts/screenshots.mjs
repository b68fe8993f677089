/**
 * Takes screenshots of the gallery, the sign-in and the frame: `node scripts/screenshots.mjs <folder>
 * [filter]`. Builds nothing: serves `dist`, which must have been built with STATIONMASTER_GALLERY=1.
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { storedLogin, stubNetwork } from '../test/network-stubs.mjs'

const [folder = 'screenshots', filter = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const server = await preview({
  root: fileURLToPath(new URL('..', import.meta.url)),
  preview: { port: 0, host: '127.0.0.1' },
})
const address = server.resolvedUrls?.local[0] ?? ''
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
})

const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } }
const pages = [
  ...['states', 'page', 'form', 'table', 'feedback'].map((part) => [
    `gallery-${part}`,
    `gallery#${part}`,
    false,
  ]),
  ['sign-in', 'signin', false],
  ['setup', 'setup', false],
  ['not-found', 'nowhere', true],
  ['shell', 'crm/profile', true],
]
const looks = [
  { theme: 'semi-dark', language: 'en', rtl: false },
  { theme: 'light', language: 'de', rtl: false },
  { theme: 'dark', language: 'ru', rtl: false },
  { theme: 'light', language: 'en', rtl: true },
]

let taken = 0
for (const [name, path, inside] of pages) {
  for (const look of looks) {
    for (const [width, viewport] of Object.entries(sizes)) {
      const file = [name, width, look.theme, look.language, look.rtl ? 'rtl' : 'ltr'].join('-')
      if (!file.includes(filter)) continue
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
      page.on('pageerror', (error) => console.error(`${file}: ${error.message}`))
      page.on('console', (line) => line.type() === 'error' && console.error(`${file}: ${line.text()}`))
      await stubNetwork(page, name === 'setup' ? { '/api/v1/setup/state': { needed: true } } : {})
      await page.addInitScript(
        ({ look, login }) => {
          localStorage.setItem('stationmaster.theme_type', look.theme)
          localStorage.setItem('stationmaster.default_language', look.language)
          localStorage.setItem('stationmaster.settings', JSON.stringify({ isDirectionRTL: look.rtl }))
          if (login) localStorage.setItem('stationmaster.login_token', login)
        },
        { look, login: inside ? storedLogin : null },
      )
      await page.goto(address + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.evaluate(() => document.fonts.ready)
      await page.screenshot({ path: `${folder}/${file}.png`, fullPage: true })
      await page.close()
      taken += 1
    }
  }
}
await browser.close()
await new Promise((done) => server.httpServer.close(done))
console.log(`${taken} screenshots in ${folder}`)
process.exit(0)
