import type { Browser, Page } from 'playwright-core'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import { openBrowser } from './browser.ts'
import { PostBox } from './post-box.ts'
import { ServerProcess } from './server-process.ts'
import { UsedPage } from './used-page.ts'

const adminPassword = 'sound-of-many-chargers'
/** A password that is none of the common ones. */
export const goodPassword = 'quite-a-good-passphrase'

interface Visit {
  language?: string
  /** The stored choice; null: none was made. */
  theme?: string | null
  width?: number
}

/** A server where operators sign up, its mails, and a browser; every visit is of somebody new. */
export class SignInConsole {
  readonly server: ServerProcess
  readonly browser: Browser
  readonly post: PostBox
  /** One for each language that a browser speaks. */
  private readonly used = new Map<string, UsedPage>()

  private constructor(server: ServerProcess, browser: Browser) {
    this.server = server
    this.browser = browser
    this.post = new PostBox(server.dataDir)
  }

  static async open(): Promise<SignInConsole> {
    const server = await ServerProcess.start({ adminPassword, env: { SIGN_UP: 'operator' } })
    return new SignInConsole(server, await openBrowser())
  }

  /** A page at this address, of a person whose browser speaks this language; it is the one of the visit before. */
  async visit(
    path: string,
    { language = 'en', theme = 'semi-dark', width = 1440 }: Visit = {},
  ): Promise<Page> {
    const known = this.used.get(language)
    const used = known ?? (await UsedPage.open(this.browser, this.server.origin, { locale: language }))
    this.used.set(language, used)
    return used.visit(path, { width, kept: theme === null ? {} : { 'stationmaster.theme_type': theme } })
  }

  /** Takes away what the last test put before the network. */
  async leave(): Promise<void> {
    for (const { page } of this.used.values()) await page.unrouteAll({ behavior: 'ignoreErrors' })
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
