import { createHmac } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
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
    const answer = await fetch(this.server.origin + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify(body),
    })
    const read = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(read)}`)
    return read
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
    const code = codeAt(secret, -1)
    const { recoverycodes } = (await this.ask('/api/v1/user/totp/confirm', { code }, token)) as {
      recoverycodes: string[]
    }
    return { secret, codes: recoverycodes }
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits of an authenticator app (RFC 6238), so many steps of 30 s from now. */
export function codeAt(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
