import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import { client, TestOpenIdProvider } from '../../server/test/test-openid-provider.ts'
import { accessTokenOf, TestBrowser, openPage } from './browser.ts'
import { ServerProcess } from './server-process.ts'
import { setUpTwoFactor } from './two-factor.ts'

let provider: TestOpenIdProvider
let server: ServerProcess
let browser: TestBrowser

beforeAll(async () => {
  provider = await TestOpenIdProvider.open()
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'Example ID',
    SIGN_UP: 'operator',
    OAUTH_CLIENTS: 'portal=http://127.0.0.1/back',
  }
  ;[server, browser] = await Promise.all([
    ServerProcess.start({ adminPassword: 'a long enough password', env }),
    TestBrowser.open(),
  ])
  await provider.serve([`${server.origin}/oauth2/code/oidc`])
  provider.people.set('olga', { email: 'olga@example.org', email_verified: true, given_name: 'Olga' })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await provider?.close()
})

/** Opens a new browser without internet access; `requested` are the addresses that it requested. */
async function visit(path: string, locale = 'en-GB'): Promise<{ page: Page; requested: string[] }> {
  const page = await openPage(browser, { locale })
  const requested: string[] = []
  // the provider's pages would fetch a font
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(server.origin + path)
  return { page, requested }
}

const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Example ID' })

/** Signs in at the provider, which accepts any password. */
async function signInThere(page: Page, login = 'olga'): Promise<void> {
  await button(page).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

// Proves A4
test('a user signs in at a real provider and sees the requested page', async () => {
  const { page, requested } = await visit('/crm/cards')
  await signInThere(page)
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor()
  expect(page.url()).toBe(`${server.origin}/crm/cards`)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByText('Olga').first().waitFor()
  expect(requested.join('\n')).not.toContain('access_token')
  // the fragment with the tokens is not in the history either
  await page.goBack()
  expect(page.url()).not.toContain('access_token')
  await page.context().close()
})

// Proves A20
test('a user with two-factor authentication enters the code on the way back', async () => {
  const first = await visit('/')
  await signInThere(first.page)
  await first.page.getByRole('heading', { level: 1, name: 'Stations' }).waitFor()
  const { secret } = await setUpTwoFactor(server, await accessTokenOf(first.page))
  await first.page.context().close()
  const { page } = await visit('/')
  await signInThere(page)
  await page.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor()
  expect(page.url()).toBe(`${server.origin}/signin`)
  await page.getByLabel('Code', { exact: true }).fill(oneTimeCode(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Stations' }).waitFor()
  await page.context().close()
})

// Proves A20
test('a cancelled sign-in is shown on the sign-in page, but not after a reload', async () => {
  const { page } = await visit('/')
  await button(page).click()
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  const alert = page.getByRole('alert')
  expect(await alert.textContent()).toBe('Your request has been canceled.')
  expect(page.url()).toBe(`${server.origin}/signin`)
  await page.reload()
  await button(page).waitFor()
  expect(await alert.count()).toBe(0)
  await page.context().close()
})

test('failures are shown in the language of the page', async () => {
  const { page } = await visit('/oauth2/code/oidc?state=x&code=y', 'de-DE')
  expect(await page.getByRole('alert').textContent()).toContain('wurde in einem anderen Browser begonnen')
  await page.getByRole('link', { name: 'Mit Example ID anmelden' }).waitFor()
  await page.context().close()
})

const isBack = (url: string) => url.startsWith('http://127.0.0.1:9/back')

// Proves A19
test('a registered client redirects a user here, who signs in and returns to it with a code', async () => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'portal',
    redirect_uri: 'http://127.0.0.1:9/back',
    code_challenge_method: 'S256',
    code_challenge: 'x'.repeat(43),
    state: 'of the portal',
  })
  const { page, requested } = await visit(`/oauth2/authorize?${query.toString()}`)
  expect(new URL(page.url()).pathname).toBe('/authorize')
  await page.getByLabel('Login or email').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => requested.filter(isBack).length, { timeout: 60_000 }).toBe(1)
  const { searchParams } = new URL(requested.find(isBack)!)
  expect(searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['of the portal', server.origin])
  // an invalid address is explained on a separate page
  const wrong = await visit('/authorize?client_id=stranger')
  await wrong.page.getByLabel('Login or email').fill('admin')
  await wrong.page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await wrong.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await wrong.page.getByText('This client is not registered here.').waitFor()
  await page.context().close()
  await wrong.page.context().close()
})

// Proves A4
test('a link with tokens or texts of another page changes no login session and shows none of its text', async () => {
  const { page } = await visit('/')
  const stored = () => page.evaluate(() => localStorage.getItem('stationmaster.login_token'))
  const words = 'error=access_denied&error_description=Call+the+number+below'
  // signed out: neither the token nor the text is accepted
  for (const fragment of ['access_token=theirs&expires_in=3600&session=s&state=guessed', words]) {
    await page.goto('about:blank')
    await page.goto(`${server.origin}/#${fragment}`)
    expect(await page.getByRole('alert').textContent()).toContain('was started in another browser')
    expect(await stored()).toBeNull()
    expect(page.url()).not.toContain('#')
  }
  provider.people.set('nina', { email: 'nina@example.org', email_verified: true })
  await signInThere(page, 'nina')
  await page.getByRole('heading', { level: 1, name: 'Stations' }).waitFor()
  const mine = await stored()
  for (const fragment of ['access_token=theirs&refresh_token=theirs&expires_in=3600&session=s', words]) {
    await page.goto('about:blank')
    await page.goto(`${server.origin}/#${fragment}`)
    await page.getByRole('heading', { level: 1, name: 'Stations' }).waitFor()
    expect(await stored()).toBe(mine)
    expect(await page.getByText('Call the number below').count()).toBe(0)
  }
  await page.context().close()
})
