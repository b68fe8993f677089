import type { Page } from 'playwright-core'
import { TestBrowser } from './browser.ts'
import { MailFolder } from './mail-folder.ts'
import { ServerProcess } from './server-process.ts'
import { ReusedPage } from './reused-page.ts'
import { setUpTwoFactor } from './two-factor.ts'

const adminPassword = 'sound-of-many-chargers'
/** A password that is not one of the common ones. */
export const goodPassword = 'quite-a-good-passphrase'

interface Visit {
  language?: string
  /** The stored theme; null: none was chosen. */
  theme?: string | null
  width?: number
}

/** A server where operators sign up, its mails, and a browser; every visit is by a new user. */
export class SignInConsole {
  readonly server: ServerProcess
  readonly browser: TestBrowser
  readonly post: MailFolder
  /** One page per language of the browser. */
  private readonly used = new Map<string, ReusedPage>()

  private constructor(server: ServerProcess, browser: TestBrowser) {
    this.server = server
    this.browser = browser
    this.post = new MailFolder(server.dataDir)
  }

  static async open(): Promise<SignInConsole> {
    const server = await ServerProcess.start({ adminPassword, env: { SIGN_UP: 'operator' } })
    return new SignInConsole(server, await TestBrowser.open())
  }

  /** Opens this address in a browser of this language; reuses the page of the previous visit. */
  async visit(
    path: string,
    { language = 'en', theme = 'semi-dark', width = 1440 }: Visit = {},
  ): Promise<Page> {
    const known = this.used.get(language)
    const used = known ?? (await ReusedPage.open(this.browser, this.server.origin, { locale: language }))
    this.used.set(language, used)
    return used.visit(path, { width, stored: theme === null ? {} : { 'stationmaster.theme_type': theme } })
  }

  /** Removes the request handlers of the last test. */
  async leave(): Promise<void> {
    for (const { page } of this.used.values()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.server.stop()
  }

  /** Calls the API, with this bearer token if there is one. */
  async request(path: string, body: unknown, bearer = ''): Promise<Record<string, unknown>> {
    return (await this.server.request(path, body, bearer)) as Record<string, unknown>
  }

  async tokenOf(username: string, password: string): Promise<string> {
    const { access_token: token } = await this.request('/oauth2/token', {
      grant_type: 'password',
      username,
      password,
    })
    return String(token)
  }

  /** Adds an operator as the administrator. */
  async addUser(username: string, more: Record<string, unknown> = {}): Promise<void> {
    const admin = await this.tokenOf('admin', adminPassword)
    const person = { id: null, username, password: goodPassword, interfacecode: 'user', ...more }
    await this.request('/api/v1/admin/user/set', person, admin)
  }

  /** Sets up two-factor authentication for a user; returns the secret and the recovery codes. */
  async secure(username: string): Promise<{ secret: string; codes: string[] }> {
    return setUpTwoFactor(this.server, await this.tokenOf(username, goodPassword))
  }
}
