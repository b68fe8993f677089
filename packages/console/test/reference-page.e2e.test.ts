import { endpoints, errors, productTitle, serviceEndpoints } from '@stationmaster/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { ServerProcess } from './server-process.ts'

let server: ServerProcess
let browser: Browser
beforeAll(async () => {
  server = await ServerProcess.start({ adminPassword: 'sound-of-many-chargers' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const subjects = [...Object.values(endpoints), ...Object.values(serviceEndpoints)].map(
  ({ subject }) => subject,
)

/** Opens the API reference; returns its page, and what the browser reports or requests elsewhere. */
async function open(width: number, colorScheme: 'light' | 'dark'): Promise<{ page: Page; faults: string[] }> {
  const page = await openPage(browser, { viewport: { width, height: 900 }, colorScheme })
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin))
      faults.push(request.url())
  })
  await page.goto(`${server.origin}/docs`)
  await page.locator('.opblock-tag').first().waitFor()
  return { page, faults }
}

// Proves F14
it('the API reference shows each subject, and each error code with its message', async () => {
  const { page, faults } = await open(1440, 'dark')
  expect(await page.title()).toBe(`${productTitle} API`)
  const shown = await page.locator('.opblock-tag').allInnerTexts()
  expect(shown.map((text) => text.trim())).toEqual([...new Set(subjects)])
  await page.getByRole('button', { name: 'Schemas' }).click()
  await page.locator('.models').getByText('ErrorCode', { exact: true }).first().click()
  const cells = page.locator('.models td code')
  await cells.first().waitFor()
  expect(await cells.allInnerTexts()).toEqual(Object.keys(errors))
  expect(faults).toEqual([])
  await page.context().close()
})

it('the API reference shows an operation on a phone, within the policy of the page', async () => {
  const { page, faults } = await open(390, 'light')
  await page.locator('.opblock-tag', { hasText: 'Stations' }).first().click()
  await page.locator('.opblock-summary-control', { hasText: '/charge_point/list' }).first().click()
  await page.getByText('Try it out').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
  await page.context().close()
})
