import { adminUserSet } from '@stationmaster/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import { OperatorConsole } from './operator-console.ts'

/** What users do with their own profile on the real server, each in a separate browser. */
const first = 'the first long password'
const second = 'the second long password'

// a square of 48 pixels
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAOklEQVR42u3OMQ0AAAgDsDnkwztucEE4mlRAUz2vREhISEhISEhISEhISEhISEhISEhISEhISEjozgJD627EH3/RcwAAAABJRU5ErkJggg==',
  'base64',
)

let operatorConsole: OperatorConsole
let page: Page
const contexts: BrowserContext[] = []

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  for (const username of ['mara', 'otto'])
    await operatorConsole.request(adminUserSet, {
      id: null,
      username,
      password: first,
      interfacecode: 'user',
    })
  page = await enter('mara', first)
}, 120_000)

afterAll(async () => {
  for (const context of contexts) await context.close()
  await operatorConsole?.close()
})

async function freshPage(): Promise<Page> {
  const opened = await operatorConsole.openPage()
  contexts.push(opened.context())
  return opened
}

/** Fills in the sign-in form. */
async function identify(on: Page, username: string, password: string): Promise<void> {
  await on.goto(`${operatorConsole.server.origin}/crm/profile`)
  await on.getByLabel('Login or email').fill(username)
  await on.getByLabel('Password', { exact: true }).fill(password)
  await on.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a new browser, signs a user in and opens the profile. */
async function enter(username: string, password: string): Promise<Page> {
  const opened = await freshPage()
  await identify(opened, username, password)
  await opened.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  return opened
}

const admin = () => operatorConsole.page
const signInForm = (on: Page) => on.getByLabel('Login or email')
const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true })
const card = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
const shows = (words: string) => page.getByText(words, { exact: true }).first().waitFor()

describe('the profile', () => {
  // Proves F18, S2.20, S2.22, S3.1
  it('requires a name, and shows it everywhere once it is saved', async () => {
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
    await page.getByLabel('Email', { exact: true }).fill('nowhere')
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await shows('Incorrect email')
    await page.getByLabel('Email', { exact: true }).fill('mara@example.org')
    await card('Person').getByLabel('Password', { exact: true }).fill('wrong')
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await shows('The password is wrong.')
    await card('Person').getByLabel('Password', { exact: true }).fill(first)
    await card('Person').getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^mara@example\.org is not confirmed yet/).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('')
  })

  // Proves F18, S2.20
  it('shows an uploaded picture, and removes it', async () => {
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    const shown = page.getByRole('img', { name: 'Picture of Mara Keller' })
    await shown.waitFor()
    expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(48)
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
    await chooser.setInputFiles(large)
    await shows('Maximum filesize exceeded')
    await button('Remove').click()
    await shown.waitFor({ state: 'detached' })
  })

  // Proves A3, S2.22
  it('changes the password and signs out all other browsers without a reload', async () => {
    const elsewhere = await enter('mara', first)
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
    const elsewhere = await enter('mara', second)
    await page.reload()
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
  let secret = ''
  let recovery = ''

  // A code is accepted once; the server also accepts those of the adjacent time steps.
  // Proves A7
  it('is set up with an app, and shows its recovery codes once', async () => {
    await button('Set up two-factor authentication').click()
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const key = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
    secret = key.replaceAll(' ', '')
    await dialog.getByLabel('Code that the app shows').fill('000000')
    await button('Turn on').click()
    await shows('The code is wrong or has already been used.')
    await dialog.getByLabel('Code that the app shows').fill(oneTimeCode(secret, -1))
    await button('Turn on').click()
    const codes = page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    recovery = (await codes.first().textContent()) ?? ''
    await button('I have saved them').click()
    await shows('Recovery codes left')
  })

  // Proves A7
  it('is required at the next sign-in, where a recovery code is accepted instead', async () => {
    for (const [shown, how] of [
      [oneTimeCode(secret), null],
      [recovery, 'Use a recovery code'],
    ] as const) {
      const other = await freshPage()
      await identify(other, 'mara', second)
      if (how) await button(how, other).click()
      const field = other.getByLabel(how ? 'Recovery code' : 'Code', { exact: true })
      await field.fill(shown)
      await field.press('Enter')
      await other.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    }
  })

  // Proves F18
  it('is removed with password and code', async () => {
    await button('Turn off two-factor authentication').click()
    const dialog = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
    await dialog.getByLabel('Password', { exact: true }).fill(second)
    await dialog.getByLabel('Code').fill(oneTimeCode(secret, 1))
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await button('Set up two-factor authentication').waitFor()
  })
})

describe('an administrator', () => {
  // Proves F19
  it('finds the mail in the outbox, with its link', async () => {
    await operatorConsole.goto('/admin/mail')
    await admin().getByRole('table', { name: 'Outbox' }).getByText('mara@example.org').first().click()
    const dialog = admin().getByRole('dialog')
    await dialog.getByRole('link', { name: /\/confirm\/email\// }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  // Proves F19
  it('shows the groups of a user, and blocks the user, who is signed out without a reload', async () => {
    const otto = await enter('otto', first)
    await operatorConsole.goto('/admin/users')
    await admin().getByRole('link', { name: 'otto' }).click()
    await admin().getByRole('heading', { name: 'otto', level: 1 }).waitFor()
    await admin()
      .getByRole('link', { name: /^Groups/ })
      .last()
      .click()
    await admin().getByRole('list', { name: 'Groups' }).getByText('Operators').waitFor()
    await admin().getByRole('button', { name: 'Actions' }).click()
    await admin().getByRole('menuitem', { name: 'Block' }).click()
    await signInForm(otto).waitFor()
    await admin().getByText('Blocked').first().waitFor()
    await identify(otto, 'otto', first)
    await otto.getByRole('alert').waitFor()
    expect(await otto.getByRole('heading', { name: 'Profile' }).count()).toBe(0)
  })
})
