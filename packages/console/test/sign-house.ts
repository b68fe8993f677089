import type { Browser, BrowserContext, Page } from 'playwright-core'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import { openBrowser } from './browser.ts'
import { PostBox } from './post-box.ts'
import { ServerProcess } from './server-process.ts'

const adminPassword = 'sound-of-many-chargers'
/** A password that is none of the common ones. */
export const goodPassword = 'quite-a-good-passphrase'

/** A server where operators sign up, its mails, and a browser; every page is somebody new. */
export class SignHouse {
  readonly server: ServerProcess
  readonly browser: Browser
  readonly post: PostBox
  private contexts: BrowserContext[] = []

  private constructor(server: ServerProcess, browser: Browser) {
    this.server = server
    this.browser = browser
    this.post = new PostBox(server.dataDir)
  }

  static async open(): Promise<SignHouse> {
    const server = await ServerProcess.start({ adminPassword, env: { SIGN_UP: 'operator' } })
    return new SignHouse(server, await openBrowser())
  }

  /** A page at this address, of a person whose browser speaks this language. */
  async visit(path: string, { language = 'en', theme = 'semi-dark', width = 1440 } = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width, height: 844 },
      reducedMotion: 'reduce',
      locale: language,
    })
    this.contexts.push(context)
    await context.addInitScript((kept) => localStorage.setItem('stationmaster.theme_type', kept), theme)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(this.server.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  /** Ends what the pages of the last test held open. */
  async leave(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close()
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.server.stop()
  }

  /** Asks the interface, as the bearer of this token if there is one. */
  async ask(path: string, body: unknown, bearer = ''): Promise<Record<string, unknown>> {
    return (await this.server.ask(path, body, bearer)) as Record<string, unknown>
  }

  async tokenOf(username: string, password: string): Promise<string> {
    const { access_token: token } = await this.ask('/oauth2/token', {
      grant_type: 'password',
      username,
      password,
    })
    return String(token)
  }

  /** An operator whom the administrator has made. */
  async person(username: string, more: Record<string, unknown> = {}): Promise<void> {
    const admin = await this.tokenOf('admin', adminPassword)
    const person = { id: null, username, password: goodPassword, interfacecode: 'user', ...more }
    await this.ask('/api/v1/admin/user/set', person, admin)
  }

  /** Gives a person a second factor; answers its secret and the recovery codes. */
  async secure(username: string): Promise<{ secret: string; codes: string[] }> {
    const token = await this.tokenOf(username, goodPassword)
    const { secret } = (await this.ask('/api/v1/user/totp/begin', {}, token)) as { secret: string }
    const code = oneTimeCode(secret, -1)
    const { recoverycodes } = (await this.ask('/api/v1/user/totp/confirm', { code }, token)) as {
      recoverycodes: string[]
    }
    return { secret, codes: recoverycodes }
  }
}
