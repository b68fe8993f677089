import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openPage, type SignIn, storedSignIn } from './browser.ts'
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
  it.each([true, false])('renew it and stay signed in (locks of the browser: %s)', async (hasLocks) => {
    const name = `emil${++people}`
    await signIn.addUser(name)
    const { server, browser } = signIn
    const answer = await server.request('/oauth2/token', {
      grant_type: 'password',
      username: name,
      password: goodPassword,
    })
    const page = await openPage(browser)
    if (!hasLocks)
      await page
        .context()
        .addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    const other = await page.context().newPage()
    // Pages of the server without scripts, so that both tabs start at the same time.
    await Promise.all([page, other].map((tab) => tab.goto(`${server.origin}/livez`)))
    let renewed = 0
    page.context().on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) renewed += 1
    })
    await page.evaluate(
      (stored) => localStorage.setItem('stationmaster.login_token', stored),
      storedSignIn({ ...(answer as SignIn), expires_in: -1 }),
    )
    await Promise.all([
      page.goto(`${server.origin}/crm/cards`),
      other.goto(`${server.origin}/crm/transactions`),
    ])
    await heading(page, 'Cards')
    await heading(other, 'Transactions')
    // Without locks both may renew at the same instant, which the server allows for ten seconds.
    expect(renewed).toBeGreaterThan(0)
    expect(renewed).toBeLessThanOrEqual(hasLocks ? 1 : 2)
    await page.reload()
    await heading(page, 'Cards')
    await page.context().close()
  })
})
