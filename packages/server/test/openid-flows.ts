import { client, TestOpenIdProvider } from './test-openid-provider.ts'
import { PageWalker } from './page-walker.ts'
import { TestServer } from './test-server.ts'

export interface FlowOptions {
  of?: TestServer
  query?: string
  walker?: PageWalker
  /** Changes the authorization URL before the browser opens it. */
  change?: (address: URL) => void
  cancel?: boolean
}

const isBack = (url: URL): boolean => url.pathname.startsWith('/oauth2/code/')
/** Returns true if the address is a page of the console. */
export const isDone = (url: URL): boolean => !url.pathname.startsWith('/oauth2/')

/** Returns the parameters in the fragment of an address. */
export const valuesOf = (url: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

/** A server and an OpenID provider with whose accounts its users sign in. */
export class OpenIdFlows {
  readonly provider: TestOpenIdProvider
  readonly server: TestServer

  private constructor(provider: TestOpenIdProvider, server: TestServer) {
    this.provider = provider
    this.server = server
  }

  static async open(): Promise<OpenIdFlows> {
    const provider = await TestOpenIdProvider.open()
    const server = await TestServer.open(variablesFor(provider))
    const flows = new OpenIdFlows(provider, server)
    await flows.serve()
    return flows
  }

  /** Restarts the provider, for further servers or with another configuration. */
  serve(configuration: Record<string, unknown> = {}, others: TestServer[] = []): Promise<void> {
    const addresses = [this.server, ...others].map(({ url }) => `${url}/oauth2/code/oidc`)
    return this.provider.serve(addresses, configuration)
  }

  /** Adds a user to the provider, with a verified email unless `more` differs. */
  known(login: string, more: Record<string, string | boolean> = {}): string {
    this.provider.people.set(login, { email: `${login}@example.org`, email_verified: true, ...more })
    return login
  }

  /** Signs in at the provider, and stops before the redirect back is followed. */
  async signInAtProvider(
    login: string,
    options: FlowOptions = {},
  ): Promise<{ walker: PageWalker; back: URL }> {
    const walker = options.walker ?? new PageWalker()
    const start = `${(options.of ?? this.server).url}/oauth2/authorize?provider=oidc${options.query ?? ''}`
    const address = await walker.go(start, (url) => url.origin === this.provider.issuer)
    options.change?.(address)
    let page = await walker.go(address.href, isBack)
    if (options.cancel) return { walker, back: await walker.go(`${page.href}/abort`, isBack) }
    while (page.pathname.startsWith('/interaction/')) {
      const prompt = /name="prompt" value="(\w+)"/.exec(walker.text)![1]!
      page = await walker.send(page.href, { prompt, login, password: 'any' }, isBack)
    }
    return { walker, back: page }
  }

  /** Signs in completely; returns the console's address with the parameters in its fragment. */
  async signIn(login: string, options: FlowOptions = {}) {
    const { walker, back } = await this.signInAtProvider(login, options)
    const url = await walker.go(back.href, isDone)
    return { url, walker, back, values: valuesOf(url) }
  }

  /** Returns the users linked with this subject of the provider. */
  linksOf = (subject: string) =>
    this.server.db.selectFrom('user_identities').selectAll().where('subject', '=', subject).execute()

  async close(): Promise<void> {
    await this.server.close()
    await this.provider.close()
  }
}

/** Returns the environment variables that configure the provider. */
export const variablesFor = (provider: TestOpenIdProvider) => ({
  HOST: '127.0.0.1',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: 'Example ID',
})
