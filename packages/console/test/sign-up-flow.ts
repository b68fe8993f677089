import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessTokenOf } from './browser.ts'
import { goodPassword, type SignInConsole } from './sign-in-console.ts'

/** Texts that the user reads on the way, in the language of the test. */
interface FlowTexts {
  login: string
  email: string
  password: string
  confirm: string
  signUp: string
  signedUp: string
  confirmEmail: string
  confirmed: string
  toSignIn: string
  identity: string
  signIn: string
  stations: string
  sendLink: string
  linkSent: string
  newPassword: string
  setPassword: string
  passwordSet: string
}

export const german: FlowTexts = {
  login: 'Benutzername',
  email: 'E-Mail',
  password: 'Passwort',
  confirm: 'Passwort bestätigen',
  signUp: 'Registrieren',
  signedUp: 'Registrierung erfolgreich',
  confirmEmail: 'Bestätigen',
  confirmed: 'Ihre E-Mail-Adresse ist bestätigt.',
  toSignIn: 'Zur Anmeldung',
  identity: 'Benutzername oder E-Mail',
  signIn: 'Anmelden',
  stations: 'Ladestationen',
  sendLink: 'Link senden',
  linkSent: 'Link gesendet',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort festlegen',
  passwordSet: 'Das Passwort wurde geändert.',
}

export const russian: FlowTexts = {
  login: 'Логин',
  email: 'Эл. почта',
  password: 'Пароль',
  confirm: 'Подтверждение пароля',
  signUp: 'Зарегистрироваться',
  signedUp: 'Вы зарегистрированы',
  confirmEmail: 'Подтвердить',
  confirmed: 'Ваша эл. почта подтверждена.',
  toSignIn: 'Перейти ко входу',
  identity: 'Логин или эл. почта',
  signIn: 'Войти',
  stations: 'Станции',
  sendLink: 'Отправить ссылку',
  linkSent: 'Ссылка отправлена',
  newPassword: 'Новый пароль',
  setPassword: 'Задать пароль',
  passwordSet: 'Пароль изменён.',
}

/**
 * Signs up, confirms by the link in the mail, signs in, changes the password, recovers it by mail, signs in
 * again.
 */
export async function signUpFlow(
  signInConsole: SignInConsole,
  language: string,
  words: FlowTexts,
): Promise<void> {
  const name = `pass-${language}`
  const email = `${name}@example.org`
  const page = await signInConsole.visit('/signup', { language })
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
  const toSignIn = () => page.getByRole('link', { name: words.toSignIn }).click()

  await field(words.login).fill(name)
  await field(words.email).fill(email)
  await field(words.password).fill(goodPassword)
  await field(words.confirm).fill(goodPassword)
  await page.getByRole('checkbox').check()
  await press(words.signUp)
  await page.getByRole('heading', { name: words.signedUp }).waitFor()

  await page.goto(signInConsole.server.origin + (await signInConsole.post.linkTo(email, '/confirm/email/')))
  await press(words.confirmEmail)
  // the code alone does not activate a password that was chosen before
  await page.locator('input[name=password]').fill(goodPassword)
  await press(words.confirmEmail)
  await page.getByText(words.confirmed).waitFor()
  await toSignIn()
  await signIn(page, words, { identity: email, password: goodPassword })

  const changed = `${goodPassword} ${language}`
  const access = await accessTokenOf(page)
  await signInConsole.request('/api/v1/user/password', { oldpass: goodPassword, newpass: changed }, access)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: words.stations }).waitFor()

  await page.goto(`${signInConsole.server.origin}/user/password/recovery`)
  await field(words.email).fill(email)
  await press(words.sendLink)
  await page.getByRole('heading', { name: words.linkSent }).waitFor()
  await page.goto(
    signInConsole.server.origin + (await signInConsole.post.linkTo(email, '/user/password/recovery/')),
  )
  const recovered = `${changed} again`
  await field(words.newPassword).fill(recovered)
  await press(words.setPassword)
  await page.getByText(words.passwordSet).waitFor()
  // Setting the password ended every login session, including that of this browser.
  await toSignIn()
  await signIn(page, words, { identity: name, password: recovered })
}

async function signIn(
  page: Page,
  words: FlowTexts,
  { identity, password }: { identity: string; password: string },
): Promise<void> {
  await page.getByLabel(words.identity, { exact: true }).fill(identity)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: words.stations }).waitFor()
}
