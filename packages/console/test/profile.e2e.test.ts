import { adminUserSet, userSet } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import { type SignIn, storedSignIn } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import type { ReusedPage } from './reused-page.ts'
import { setUpTwoFactor } from './two-factor.ts'

/** What users do with their own profile on the real server, each in a separate browser. */
const first = 'the first long password'
const second = 'the second long password'

// a square of 48 pixels
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAOklEQVR42u3OMQ0AAAgDsDnkwztucEE4mlRAUz2vREhISEhISEhISEhISEhISEhISEhISEhISEjozgJD627EH3/RcwAAAABJRU5ErkJggg==',
  'base64',
)

let operatorConsole: OperatorConsole
/** The user of a test, and the profile in the browser of this user. */
let username: string
let page: Page
/** The browsers of the users, and how many the current test has opened. */
const browsers: ReusedPage[] = []
let opened = 0

let users = 0

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
})
beforeEach(async () => {
  username = `mara-${++users}`
  const user = { username, password: first, interfacecode: 'user' } as const
  await operatorConsole.request(adminUserSet, { id: null, ...user })
  opened = 0
})
afterAll(() => operatorConsole?.close())

/** Opens the profile in the first browser without a login session, and fills in the sign-in form. */
async function identify(): Promise<Page> {
  const browser = (browsers[0] ??= await operatorConsole.openReusedPage())
  const shown = await browser.visit('/crm/profile')
  await fillSignIn(shown)
  return shown
}

async function fillSignIn(on: Page): Promise<void> {
  await on.getByLabel('Login or email').fill(username)
  await on.getByLabel('Password', { exact: true }).fill(first)
  await on.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs the user in by the API. */
const signIn = async (): Promise<SignIn> => {
  const credentials = { grant_type: 'password', username, password: first }
  return (await operatorConsole.server.request('/oauth2/token', credentials)) as SignIn
}
const newToken = async (): Promise<string> => (await signIn()).access_token

/** Signs the user in in another browser and opens the profile. */
async function enter(answer?: SignIn): Promise<Page> {
  const stored = storedSignIn(answer ?? (await signIn()))
  const browser = (browsers[opened++] ??= await operatorConsole.openReusedPage())
  const shown = await browser.visit('/crm/profile', {
    stored: { 'stationmaster.login_token': stored },
  })
  await shown.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  return shown
}

const admin = () => operatorConsole.page
const signInForm = (on: Page) => on.getByLabel('Login or email')
const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true })
const card = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
const shows = (words: string) => page.getByText(words, { exact: true }).first().waitFor()

describe('the profile', () => {
  // Proves F18, S2.20, S2.22, S3.1
  it('requires a name, and shows it everywhere once it is saved', async () => {
    page = await enter()
    await page.getByLabel('Last name').fill('Keller')
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await shows('Name id required')
    await page.getByLabel('First name').fill('Mara')
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await shows('Changes successfully saved')
    await page.getByRole('button', { name: 'User menu: Mara Keller' }).waitFor()
  })

  // Proves F18, S2.22
  it('accepts a new email with the password, and waits for its confirmation', async () => {
    page = await enter()
    await page.getByLabel('First name').fill('Mara')
    await card('Person').getByLabel('Email', { exact: true }).fill('nowhere')
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await shows('Incorrect email')
    const email = `${username}@example.org`
    await card('Person').getByLabel('Email', { exact: true }).fill(email)
    await card('Person').getByLabel('Password', { exact: true }).fill('wrong')
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await shows('The password is wrong.')
    await card('Person').getByLabel('Password', { exact: true }).fill(first)
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${email} is not confirmed yet`).waitFor()
    expect(await card('Person').getByLabel('Email', { exact: true }).inputValue()).toBe('')
  })

  // Proves F18, S2.20
  it('shows an uploaded picture, and removes it', async () => {
    page = await enter()
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    const shown = page.getByRole('img', { name: `Picture of ${username}` })
    await shown.waitFor()
    const width = () => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBe(48)
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
    await chooser.setInputFiles(large)
    await shows('Maximum filesize exceeded')
    await button('Remove').click()
    await shown.waitFor({ state: 'detached' })
  })

  // Proves A3, S2.22
  it('changes the password and signs out all other browsers without a reload', async () => {
    page = await enter()
    const elsewhere = await enter()
    await page.getByLabel('Current password').fill(first)
    await page.getByLabel('New password').fill(second)
    await page.getByLabel('Password confirmation').fill('another')
    await button('Change password').click()
    await shows("Password and confirmation don't match")
    await page.getByLabel('Password confirmation').fill(second)
    await button('Change password').click()
    await shows('Password successfully changed.')
    await signInForm(elsewhere).waitFor()
  })

  // Proves A3
  it('signs out elsewhere: the other browser shows the sign-in form without a reload', async () => {
    const elsewhere = await enter()
    page = await enter()
    const list = card('Active sessions')
    await list
      .getByRole('button', { name: /^Sign out(?! all)/ })
      .first()
      .waitFor()
    await button('Sign out all others').click()
    await signInForm(elsewhere).waitFor()
    await shows('1 session ended')
    await list.getByText('This session').waitFor()
  })
})

describe('two-factor authentication', () => {
  // Proves A7
  it('is set up with an app, and shows its recovery codes once', async () => {
    page = await enter()
    await button('Set up two-factor authentication').click()
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const key = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
    await dialog.getByLabel('Code that the app shows').fill('000000')
    await button('Turn on').click()
    await shows('The code is wrong or has already been used.')
    await dialog.getByLabel('Code that the app shows').fill(oneTimeCode(key.replaceAll(' ', '')))
    await button('Turn on').click()
    const codes = page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    await button('I have saved them').click()
    await shows('Recovery codes left')
  })

  // Proves A7
  it('is required at the next sign-in, where a recovery code is accepted instead', async () => {
    const { secret, codes } = await setUpTwoFactor(operatorConsole.server, await newToken())
    for (const [shown, how] of [
      [oneTimeCode(secret, 1), null],
      [codes[0]!, 'Use a recovery code'],
    ] as const) {
      const other = await identify()
      if (how) await button(how, other).click()
      const field = other.getByLabel(how ? 'Recovery code' : 'Code', { exact: true })
      await field.fill(shown)
      await field.press('Enter')
      await other.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    }
  })

  // Proves F18
  it('is removed with password and code', async () => {
    const answer = await signIn()
    const { secret } = await setUpTwoFactor(operatorConsole.server, answer.access_token)
    page = await enter(answer)
    await button('Turn off two-factor authentication').click()
    const dialog = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
    await dialog.getByLabel('Password', { exact: true }).fill(first)
    await dialog.getByLabel('Code').fill(oneTimeCode(secret, 1))
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await button('Set up two-factor authentication').waitFor()
  })
})

describe('an administrator', () => {
  // Proves F19
  it('finds the mail in the outbox, with its link', async () => {
    const email = `${username}@example.org`
    const change = { email, password: first }
    await operatorConsole.server.request(`/api/v1${userSet.path}`, change, await newToken())
    await operatorConsole.goto('/admin/mail')
    await admin().getByRole('table', { name: 'Outbox' }).getByText(email).first().click()
    const dialog = admin().getByRole('dialog')
    await dialog.getByRole('link', { name: /\/confirm\/email\// }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  // Proves F19
  it('shows the groups of a user, and blocks the user, who is signed out without a reload', async () => {
    page = await enter()
    await operatorConsole.goto('/admin/users')
    await admin().getByRole('link', { name: username, exact: true }).click()
    await admin().getByRole('heading', { name: username, level: 1 }).waitFor()
    await admin()
      .getByRole('link', { name: /^Groups/ })
      .last()
      .click()
    await admin().getByRole('list', { name: 'Groups' }).getByText('Operators').waitFor()
    await admin().getByRole('button', { name: 'Actions' }).click()
    await admin().getByRole('menuitem', { name: 'Block' }).click()
    await signInForm(page).waitFor()
    await admin().getByText('Blocked').first().waitFor()
    await fillSignIn(page)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('heading', { name: 'Profile' }).count()).toBe(0)
  })
})
