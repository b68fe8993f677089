import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { goodPassword, SignInConsole } from './sign-in-console.ts'

/** Login sessions in a browser with more than one tab. */
let signIn: SignInConsole

beforeAll(async () => {
  signIn = await SignInConsole.open()
})
afterEach(() => signIn.leave())
afterAll(() => signIn?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

let people = 0

describe('two tabs whose token has expired', () => {
  // Proves A2
  it.each([true, false])('renew it once (locks of the browser: %s)', async (hasLocks) => {
    const name = `emil${++people}`
    await signIn.addUser(name)
    const page = await signIn.visit('/crm/cards')
    if (!hasLocks)
      await page
        .context()
        .addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    await page.getByLabel('Login or email').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Cards')
    const other = await page.context().newPage()
    await other.goto(`${signIn.server.origin}/crm/transactions`)
    await heading(other, 'Transactions')
    // Pages of the server without scripts, so that both tabs start at the same time.
    await Promise.all([page, other].map((tab) => tab.goto(`${signIn.server.origin}/livez`)))
    let renewed = 0
    page.context().on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) renewed += 1
    })
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('stationmaster.login_token') ?? '{}') as object
      localStorage.setItem(
        'stationmaster.login_token',
        JSON.stringify({ ...stored, expiresAt: Date.now() - 1 }),
      )
    })
    await Promise.all([
      page.goto(`${signIn.server.origin}/crm/cards`),
      other.goto(`${signIn.server.origin}/crm/transactions`),
    ])
    await heading(page, 'Cards')
    await heading(other, 'Transactions')
    expect(renewed).toBe(1)
    await page.reload()
    await heading(page, 'Cards')
  })
})
