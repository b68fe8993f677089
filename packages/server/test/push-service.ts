import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Derives a key as RFC 5869 describes. */
const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** A browser with its keys, which reads the messages that its push service gets. */
export class TestBrowserKeys {
  private readonly pair = createECDH('prime256v1')
  private readonly publicKey = this.pair.generateKeys()
  private readonly secret = randomBytes(16)
  readonly endpoint: string

  constructor(endpoint: string) {
    this.endpoint = endpoint
  }

  /** The body of the request that adds this device. */
  get device() {
    const { endpoint } = this
    const p256dh = this.publicKey.toString('base64url')
    return { endpoint, p256dh, auth: this.secret.toString('base64url') }
  }

  /** Decrypts a message as RFC 8291 and RFC 8188 describe; throws if it is for another browser. */
  read(body: Buffer): unknown {
    const salt = body.subarray(0, 16)
    const keyLength = body[20]!
    const sender = body.subarray(21, 21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender])
    const key = derive(this.pair.computeSecret(sender), this.secret, info, 32)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(key, salt, 'Content-Encoding: nonce\0', 12),
    )
    decipher.setAuthTag(body.subarray(-16))
    const text = Buffer.concat([decipher.update(body.subarray(21 + keyLength, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
  }
}

/** A push service on this machine. */
export class PushService {
  readonly received: Received[] = []
  /** Status of the answers. */
  status = 201
  private readonly server = createServer(async (request, response) => {
    this.received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: await buffer(request),
    })
    response.writeHead(this.status).end()
  })

  static async open(): Promise<PushService> {
    const service = new PushService()
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Returns a browser whose endpoint is at this service. */
  browser(name: string): TestBrowserKeys {
    return new TestBrowserKeys(`${this.origin}/push/${name}`)
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
