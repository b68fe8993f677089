import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import { signUpFlow, german, russian } from './sign-up-flow.ts'
import { goodPassword, SignInConsole } from './sign-in-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** Every public screen in each of its states, with the known texts, on the real server. */
let signInConsole: SignInConsole
let page: Page

beforeAll(async () => {
  signInConsole = await SignInConsole.open()
})
afterEach(() => signInConsole.leave())
afterAll(() => signInConsole?.close())

const field = (label: string) => page.getByLabel(label, { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const shows = (words: string) => page.getByText(words, { exact: true }).first().waitFor()
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const alert = async (): Promise<string> => (await page.getByRole('alert').textContent()) ?? ''
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
const path = (): string => new URL(page.url()).pathname
/** Replaces the response of the server for one path, for cases that are hard to reproduce. */
const answer = (to: string, response: { status: number; json: unknown; headers?: Record<string, string> }) =>
  page.route(`**${to}`, (route) => route.fulfill(response))
const refusal = (message: string) => ({ error: { code: 'refused', message } })

async function fillSignUp(name: string, more: Record<string, string> = {}): Promise<void> {
  const words = { Login: name, Email: `${name}@example.org`, Password: goodPassword, ...more }
  for (const [label, value] of Object.entries(words)) await field(label).fill(value)
  await field('Password confirmation').fill(more['Password confirmation'] ?? words.Password)
  await page.getByRole('checkbox').check()
}

async function signIn(name: string, password = goodPassword): Promise<void> {
  await field('Login or email').fill(name)
  await field('Password').fill(password)
  await press('Sign in')
}

/** Returns a file of the console as the server sends it. */
const get = async (address: string) => {
  const reply = await fetch(new URL(address, signInConsole.server.origin))
  expect(reply.status, address).toBe(200)
  return {
    type: reply.headers.get('content-type'),
    cache: reply.headers.get('cache-control'),
    bytes: Buffer.from(await reply.arrayBuffer()),
  }
}
/** Checks a served PNG and returns its edges in pixels, and whether it covers its whole square. */
const pngOf = async (address: string) => {
  const { type, bytes } = await get(address)
  expect(type).toBe('image/png')
  const { format, width, height } = await sharp(bytes).metadata()
  expect(format).toBe('png')
  return { sizes: `${width}x${height}`, isOpaque: (await sharp(bytes).stats()).isOpaque }
}

/** Returns the applied theme. */
const theme = () => page.locator('html').getAttribute('data-theme')
/** Returns the colour of the browser's own toolbar. */
const bar = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  )
/** Returns the font files that were loaded. */
const fonts = () =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.replace(/.*\//, ''))
      .filter((name) => name.endsWith('.woff2')),
  )

describe('files that browsers request by fixed names', () => {
  it('the page links to a manifest, whose icons are served in the sizes it names', async () => {
    page = await signInConsole.visit('/signin')
    const address = await page.locator('link[rel=manifest]').getAttribute('href')
    const { type, cache, bytes } = await get(address ?? '')
    expect(type).toMatch(/^application\/manifest\+json\b/)
    expect(cache).toBe('no-cache')
    const { icons, ...manifest } = JSON.parse(bytes.toString()) as {
      icons: { src: string; sizes: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ name: 'OCPP CS', start_url: '/', display: 'standalone' })
    const named = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
    expect(named).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
    for (const { src, sizes, purpose } of icons)
      expect(await pngOf(src)).toEqual({ sizes, isOpaque: purpose === 'maskable' })
    const chromium = await page.context().newCDPSession(page)
    const parsed = await chromium.send('Page.getAppManifest')
    expect(parsed.errors).toEqual([])
    expect(parsed.url).toBe(`${signInConsole.server.origin}/manifest.webmanifest`)
  })

  it('favicon.ico and the icon of Apple devices are images, and linked', async () => {
    page = await signInConsole.visit('/signin')
    const links = page.locator('link[rel*=icon]')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/favicon.ico',
      '/icon.svg',
      '/apple-touch-icon.png',
    ])
    expect(await pngOf('/apple-touch-icon.png')).toEqual({ sizes: '180x180', isOpaque: true })
    const { type, bytes } = await get('/favicon.ico')
    expect(type).toBe('image/vnd.microsoft.icon')
    expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2)]).toEqual([0, 1])
    const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    for (const at of entries) {
      const start = bytes.readUInt32LE(at + 12)
      const { width } = await sharp(bytes.subarray(start, start + bytes.readUInt32LE(at + 8))).metadata()
      expect(width).toBe(bytes.readUInt8(at))
    }
    expect(entries.map((at) => bytes.readUInt8(at))).toEqual([16, 32, 48])
    // as rendered by the browser
    const edge = await page.evaluate(async () => {
      const image = new Image()
      image.src = '/favicon.ico'
      await image.decode()
      return image.naturalWidth
    })
    expect(edge).toBe(48)
  })
})

describe('the theme of the sign-in page', () => {
  afterEach(() => page.emulateMedia({ colorScheme: null }))

  // Proves S1.7
  it('follows the dark system before the first paint and on changes, until a user is signed in', async () => {
    await signInConsole.addUser('emil')
    page = await signInConsole.visit('/signin', { theme: null })
    expect(await theme()).toBe('semi-dark')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(theme).toBe('dark')
    await expect.poll(bar).toEqual(['#0e1116'])
    expect(await wcagFaults(page)).toEqual([])
    // without the application, only the inline decision applies
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await theme()).toBe('dark')
    expect(await bar()).toEqual(['#0e1116'])
    await page.unroute('**/assets/*.js')
    await page.reload()
    await heading('Sign in')
    expect(await theme()).toBe('dark')
    await signIn('emil')
    await heading('Stations')
    expect([await theme(), await bar()]).toEqual(['semi-dark', ['#f6f7f9']])
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await theme()).toBe('semi-dark')
    await page.unroute('**/assets/*.js')
  })

  it.each(['light', 'semi-dark'])('is the chosen one while the system is dark: %s', async (chosen) => {
    page = await signInConsole.visit('/signin')
    await page.emulateMedia({ colorScheme: 'dark' })
    page = await signInConsole.visit('/signin', { theme: chosen })
    expect([await theme(), await bar()]).toEqual([chosen, ['#f6f7f9']])
  })

  it('loads the Cyrillic font for Russian only', async () => {
    page = await signInConsole.visit('/signin')
    await page.evaluate(() => document.fonts.ready)
    const loaded = await fonts()
    expect(loaded.some((name) => name.includes('latin'))).toBe(true)
    expect(loaded.filter((name) => name.includes('cyrillic'))).toEqual([])
    await press('Русский')
    await expect.poll(async () => (await fonts()).some((name) => name.includes('cyrillic'))).toBe(true)
  })
})

describe('signing up', () => {
  // Proves F17, S2.2, S5.2
  it('shows what is missing, and moves the focus there', async () => {
    page = await signInConsole.visit('/signup')
    await press('Sign up')
    await shows('Login is required')
    await shows('Incorrect email')
    await shows('Password is required')
    await shows('Password confirmation is required')
    await shows('You have to accept the terms and conditions')
    expect(await wcagFaults(page)).toEqual([])
    expect(await field('Login').evaluate((input) => input === document.activeElement)).toBe(true)
    await fillSignUp('anna', { Email: 'anna@', 'Password confirmation': 'another' })
    await shows('Incorrect email')
    await shows("Password and confirmation don't match")
  })

  // Proves S4.6, S8.3
  it('shows what the server rejects, at the field or above the form', async () => {
    page = await signInConsole.visit('/signup')
    await fillSignUp('no login', { Email: 'no-login@example.org' })
    await press('Sign up')
    await shows('A login consists of letters and digits, with . _ + - only between them.')
    await answer('/sign/up', { status: 403, json: { error: { code: 'sign_up.off', message: '' } } })
    await press('Sign up')
    expect(await alert()).toBe('Sign-up is disabled. Ask your operator for an account.')
    await page.unroute('**/sign/up')
    await page.route('**/sign/up', (route) => route.abort())
    await press('Sign up')
    await expect.poll(alert).toBe('The server does not answer. Check that it runs, then try again.')
    expect(await field('Login').inputValue()).toBe('no login')
  })

  // Proves F17, S4.6
  it('waits with a loader, then confirms that an email was sent, with a link to the main page', async () => {
    page = await signInConsole.visit('/signup')
    await fillSignUp('berta')
    await press('Sign up')
    await page.locator('button[aria-busy=true]').waitFor()
    await heading('Registration successful')
    await shows('An email with instructions was sent to berta@example.org.')
    expect(await wcagFaults(page)).toEqual([])
    await follow('Go to the main page')
    await heading('Sign in')
    await signIn('berta')
    expect(await alert()).toContain('Confirm your email first')
    await press('Send the email again')
    await shows('If a confirmation is pending, we sent you an email.')
  })

  it('is absent where it is switched off', async () => {
    page = await signInConsole.visit('/signin')
    await page.getByRole('link', { name: 'Sign up' }).waitFor()
    await page.route(/\/sign(in|up)$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('"signUp":true', '"signUp":false')
      await route.fulfill({ response, body })
    })
    await page.reload()
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
    await page.goto(`${signInConsole.server.origin}/signup`)
    await heading('Sign-up is disabled')
  })

  // Proves S2.2
  it('links to the terms, which the installation may replace', async () => {
    page = await signInConsole.visit('/signup')
    const link = page.getByRole('link', { name: /^terms and conditions/ })
    expect(await link.getAttribute('href')).toBe('/terms')
    page = await signInConsole.visit('/terms')
    await page.getByRole('heading', { name: 'Your data' }).waitFor()
    expect(await wcagFaults(page)).toEqual([])
    const file = join(signInConsole.server.dataDir, 'terms.txt')
    await writeFile(file, '# House rules\nNo parking after charging.\n')
    await page.reload()
    await page.getByRole('heading', { name: 'House rules' }).waitFor()
    await shows('No parking after charging.')
    expect(await page.getByRole('heading', { name: 'Your data' }).count()).toBe(0)
    await rm(file)
  })
})

describe('recovering a password', () => {
  // Proves S2.3
  it('asks for an email, and confirms that the link was sent', async () => {
    page = await signInConsole.visit('/signin')
    await follow('Forgot your password?')
    await heading('Password recovery')
    await press('Send link')
    await shows('Incorrect email')
    expect(await wcagFaults(page)).toEqual([])
    const json = refusal('too many tries from this address; wait a minute')
    await answer('/password/recovery', { status: 429, json })
    await field('Email').fill('nobody@example.org')
    await press('Send link')
    expect(await alert()).toBe('too many tries from this address; wait a minute')
    await page.unroute('**/password/recovery')
    await press('Send link')
    await page.locator('button[aria-busy=true]').waitFor()
    await heading('Recovery link sent')
  })

  // Proves F17, S2.4, S7.8
  it('accepts a new password only with a valid link', async () => {
    page = await signInConsole.visit('/user/password/recovery/ticket/answer')
    await press('Set password')
    await shows('Enter new password')
    await field('New password').fill(goodPassword)
    await press('Set password')
    expect(await alert()).toBe('This link is invalid or has expired. Request a new one.')
    expect(await wcagFaults(page)).toEqual([])
    await page.route('**/password/reset', (route) => route.fulfill({ status: 500, json: refusal('') }))
    await press('Set password')
    await expect.poll(alert).toBe('Unknown error has occurred')
    await follow('Request a new link')
    await heading('Password recovery')
  })
})

// Proves F17, S2.5
it('an email is confirmed with the code of the link, which is filled in to the form', async () => {
  page = await signInConsole.visit('/confirm/email/abc-def')
  expect(await field('Confirmation code').inputValue()).toBe('abc-def')
  await field('Confirmation code').fill('')
  await press('Confirm')
  await shows('Confirmation code is required')
  await field('Confirmation code').fill('abc-def')
  await press('Confirm')
  expect(await alert()).toBe('This link is invalid or has expired. Request a new one.')
  expect(await wcagFaults(page)).toEqual([])
  await press('Send the email again')
  await shows('Specify login or email')
  await field('Login or email').fill('berta')
  await press('Send the email again')
  await shows('If a confirmation is pending, we sent you an email.')
})

describe('signing in', () => {
  // Proves F17, S2.1
  it('shows what is missing, what was wrong, and how long a lock lasts', async () => {
    page = await signInConsole.visit('/signin')
    await press('Sign in')
    await shows('Specify login or email')
    await shows('Password is required')
    for (let tries = 1; tries < 5; tries += 1) {
      await signIn('nobody', `wrong ${tries}`)
      await expect.poll(alert).toBe('Login or password is wrong.')
      await page.getByLabel('Password', { exact: true }).fill('')
    }
    await signIn('nobody', 'wrong 5')
    await signIn('nobody', 'wrong 6')
    await expect.poll(alert).toBe('Too many failed attempts. Try again in 1 min.')
    expect(await wcagFaults(page)).toEqual([])
    await press('Русский')
    await answer('/oauth2/token', {
      status: 403,
      json: {
        error: 'access_denied',
        error_description: '',
        code: 'access.address_refused',
        params: { address: '192.0.2.7' },
      },
    })
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect.poll(alert).toBe('Вход и запросы с адреса 192.0.2.7 вам не разрешены.')
  })

  // Proves A7
  it('requires the second factor: a pasted code, or a recovery code', async () => {
    await signInConsole.addUser('clara')
    const { secret, codes } = await signInConsole.secure('clara')
    page = await signInConsole.visit('/crm/cards')
    await signIn('clara')
    await heading('Two-factor authentication')
    expect(await field('Code').getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field('Code').evaluate((input) => input === document.activeElement)).toBe(true)
    await press('Sign in')
    await shows('Enter the code')
    await field('Code').fill('000000')
    await press('Sign in')
    await expect.poll(alert).toBe('The code is wrong or has already been used.')
    expect(await wcagFaults(page)).toEqual([])
    await field('Code').fill(oneTimeCode(secret, 1).replace(/(...)/, '$1 '))
    await page.keyboard.press('Enter')
    await heading('Cards')
    page = await signInConsole.visit('/crm/cards')
    await signIn('clara')
    await press('Use a recovery code')
    await field('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await heading('Cards')
  })

  // Proves A7
  it('requires a password change where one is due, also after a reload', async () => {
    await signInConsole.addUser('dora', { passwordchange: true })
    page = await signInConsole.visit('/crm/cards')
    await signIn('dora')
    await heading('Change your password')
    expect(await wcagFaults(page)).toEqual([])
    await page.reload()
    await heading('Change your password')
    await press('Change password')
    await shows('Enter new password')
    await field('Current password').fill(goodPassword)
    await field('New password').fill(goodPassword)
    await field('Password confirmation').fill(goodPassword)
    await press('Change password')
    await shows('The new password is the same as the old one.')
    await field('New password').fill(`${goodPassword}-2`)
    await field('Password confirmation').fill(`${goodPassword}-2`)
    await press('Change password')
    await heading('Cards')
    expect(path()).toBe('/crm/cards')
  })
})

// Proves F17
it.each([
  ['de', german],
  ['ru', russian],
] as const)(
  'the full flow in %s: sign up, confirm, sign in, change the password, recover it, sign in again',
  (language, words) => signUpFlow(signInConsole, language, words),
)
