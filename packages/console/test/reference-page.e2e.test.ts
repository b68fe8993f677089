import { endpoints, errors, productTitle, serviceEndpoints } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { TestBrowser, openPage } from './browser.ts'
import { ServerProcess } from './server-process.ts'
import { wcagFaults } from './wcag-faults.ts'

const adminPassword = 'sound-of-many-chargers'
let server: ServerProcess
let browser: TestBrowser
beforeAll(async () => {
  server = await ServerProcess.start({ adminPassword })
  browser = await TestBrowser.open()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const subjects = [...Object.values(endpoints), ...Object.values(serviceEndpoints)].map(
  ({ subject }) => subject,
)

/** The reference takes five seconds of processor time to load: the tests share it, a second try loads it again. */
let page: Page
let isLoaded = false
/** Errors of the browser, and its requests to elsewhere. */
let faults: string[]
beforeEach(async ({ task }) => {
  if (isLoaded && !task.result?.retryCount) return
  await page?.context().close()
  isLoaded = false
  page = await openPage(browser, { viewport: { width: 390, height: 900 }, colorScheme: 'light' })
  faults = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin))
      faults.push(request.url())
  })
  await page.goto(`${server.origin}/docs`)
  await page.locator('.opblock-tag').first().waitFor()
  isLoaded = true
})

/** Opens an operation by keyboard and lets its request be edited. */
async function openOperation(subject: string, path: string): Promise<void> {
  const heading = page.getByRole('button', { name: subject, exact: true })
  await heading.press('Enter')
  expect(await heading.getAttribute('aria-expanded')).toBe('true')
  await page.locator('.opblock-summary-control', { hasText: path }).first().press('Enter')
  await page.getByRole('button', { name: 'Try it out' }).click()
}

/** Closes the operations of a subject, so that they are not checked again. */
const closeOperations = (subject: string) =>
  page.getByRole('button', { name: subject, exact: true }).press('Enter')

// Proves F16
it('the API reference is accessible on desktops and phones, in both themes', async () => {
  /** Returns the violations of the page as it is, which has 500 operations: one run takes seconds of processor time. */
  const violations = async (
    width: number,
    colorScheme: 'light' | 'dark',
    within?: string,
  ): Promise<string[]> => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor()
    const found = (await wcagFaults(page, { within })).slice(0, 20)
    const shown = await page.evaluate(() => document.documentElement.scrollWidth)
    return shown > width ? [...found, `the page has a width of ${shown}`] : found
  }
  await openOperation('Stations', '/charge_point/list')
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table').waitFor()
  expect(await violations(390, 'light')).toEqual([])
  expect(await violations(1440, 'dark')).toEqual([])

  await page.getByRole('button', { name: 'Authorize' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authorization' })
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  expect(await violations(390, 'dark', '.modal-ux')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // the request was sent without a token
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([])
  faults.length = 0
  await closeOperations('Stations')
})

// Proves F14
it('the API reference shows subjects and error codes, and sends a request with a token', async () => {
  expect(await page.title()).toBe(`${productTitle} API`)
  const shown = await page.locator('.opblock-tag').allInnerTexts()
  expect(shown.map((text) => text.trim())).toEqual([...new Set(subjects)])
  await page.getByRole('button', { name: 'Schemas' }).click()
  await page.locator('.models').getByText('ErrorCode', { exact: true }).first().click()
  const cells = page.locator('.models td code')
  await cells.first().waitFor()
  expect(await cells.allInnerTexts()).toEqual(Object.keys(errors))
  expect(await wcagFaults(page, { within: '.models' })).toEqual([])
  const credentials = { grant_type: 'password', username: 'admin', password: adminPassword }
  const { access_token } = (await server.request('/oauth2/token', credentials)) as { access_token: string }
  await page.getByRole('button', { name: 'Authorize' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authorization' })
  await dialog.getByRole('textbox').fill(access_token)
  await dialog.getByRole('button', { name: 'Authorize' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await openOperation('Session', '/whoami')
  await page.getByRole('button', { name: 'Execute' }).click()
  const response = page.locator('.live-responses-table .response')
  await response.first().waitFor()
  expect(await response.locator('.response-col_status').first().innerText()).toContain('200')
  expect(faults).toEqual([])
})
