import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { followLink, hasShell, openPage, type SignIn, signInOn, TestBrowser } from './browser.ts'
import { ReusedPage } from './reused-page.ts'
import { ServerProcess } from './server-process.ts'

const password = 'a long enough password'

/** A server without sample data, and a browser whose administrator has signed in. */
export class OperatorConsole {
  readonly server: ServerProcess
  readonly page: Page
  readonly password = password
  /** Hosts that the browser has sent requests to. */
  readonly hosts = new Set<string>()
  private readonly browser: TestBrowser
  private token = ''

  private constructor(server: ServerProcess, browser: TestBrowser, page: Page) {
    this.server = server
    this.browser = browser
    this.page = page
    page.context().on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (/^(https?|wss?):$/.test(protocol)) this.hosts.add(host)
    })
    page.on('websocket', (socket) => this.hosts.add(new URL(socket.url()).host))
  }

  /** `canDrawMaps` is for tests that show a map, `env` for other settings of the server. */
  static async open({
    canDrawMaps = false,
    env = {},
  }: {
    canDrawMaps?: boolean
    env?: Record<string, string>
  } = {}): Promise<OperatorConsole> {
    const [server, browser] = await Promise.all([
      ServerProcess.start({ adminPassword: password, env }),
      TestBrowser.open({ canDrawMaps }),
    ])
    const operatorConsole = new OperatorConsole(server, browser, await openPage(browser))
    await operatorConsole.signIn('admin')
    return operatorConsole
  }

  /** Opens a page that shares nothing with the one of the administrator. */
  openPage = () => openPage(this.browser)

  /** Opens a page that the tests of a file use one after the other, each as a new user. */
  openReusedPage = () => ReusedPage.open(this.browser, this.server.origin)

  /** Loads an address as a new tab does: every script runs again, which takes a second of processor time. */
  load = (path: string) => this.page.goto(this.server.origin + path)

  /** Opens an address in the loaded console as a link does, and waits until its page is rendered. */
  async goto(path: string): Promise<void> {
    const { page } = this
    const isLoaded = page.url().startsWith(this.server.origin) && (await hasShell(page))
    await (isLoaded ? followLink(page, path) : this.load(path))
  }

  /** Calls an endpoint as the console does, to prepare a test. */
  async request<E extends Endpoint>(row: E, body: BodyOf<E>): Promise<AnswerOf<E>> {
    return (await this.server.request(`/api/v1${row.path}`, body, this.token)) as AnswerOf<E>
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.server.stop()
  }

  /**
   * Signs a user with the usual password in by the API: the form and its page would take half a second of processor
   * time in each file.
   */
  async signIn(username: string): Promise<void> {
    const credentials = { grant_type: 'password', username, password }
    const answer = (await this.server.request('/oauth2/token', credentials)) as SignIn
    this.token = answer.access_token
    await signInOn(this.page, this.server.origin, answer)
    await this.load('/')
    await this.page.getByRole('heading', { name: 'Stations', level: 1 }).waitFor()
  }
}
