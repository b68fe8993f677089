import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'

export const client = { id: 'stationmaster', secret: 'a secret that both sides know' }

/** Claims of the provider about a person who signs in there; the login is the subject. */
type Claims = Record<string, string | boolean>

/** A real OpenID provider on this machine, whose ID tokens a test may change in transit. */
export class TestOpenIdProvider {
  readonly people = new Map<string, Claims>()
  readonly keys: { public: JWK; private: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] }
  /** Replaces the ID token that was issued. */
  forge: ((token: string) => string | Promise<string>) | null = null
  private server: Server | null = null
  private listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  private port = 0

  private constructor(keys: TestOpenIdProvider['keys']) {
    this.keys = keys
  }

  static async open(): Promise<TestOpenIdProvider> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    const testServer = new TestOpenIdProvider({ public: await exportJWK(publicKey), private: privateKey })
    await testServer.listen()
    return testServer
  }

  async listen(): Promise<void> {
    this.server = createServer((request, response) => {
      if (this.forge && request.url?.startsWith('/token')) rewrite(response, this.forge)
      this.listener(request, response)
    })
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts to serve clients with these redirect addresses. */
  async serve(redirectUris: string[], configuration: Record<string, unknown> = {}): Promise<void> {
    const jwk = { ...(await exportJWK(this.keys.private)), alg: 'RS256', use: 'sig', kid: 'provider' }
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris }],
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key for cookies'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'preferred_username', 'locale'],
      },
      // without these it logs at each first use that they are defaults
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      pkce: { required: () => true },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
      features: { devInteractions: { enabled: true } },
      ...configuration,
    })
    this.listener = provider.callback()
  }

  async close(): Promise<void> {
    const { server } = this
    this.server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}

/** Puts another ID token into the response of the token endpoint. */
function rewrite(response: ServerResponse, forge: (token: string) => string | Promise<string>): void {
  const end = response.end.bind(response)
  const replace = async (text: string) => {
    const answer = JSON.parse(text) as { id_token?: string }
    if (answer.id_token !== undefined) answer.id_token = await forge(answer.id_token)
    const body = JSON.stringify(answer)
    response.setHeader('content-length', Buffer.byteLength(body))
    end(body)
  }
  // the provider ends the response with the whole text
  response.end = ((text: string) => {
    void replace(text)
    return response
  }) as typeof response.end
}
