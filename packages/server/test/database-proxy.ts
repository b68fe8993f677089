import type { Server, Socket } from 'node:net'
import { type ListeningProxy, listenBefore } from './listen-before.ts'

/** A proxy between the server and its database that can cut, freeze and delay connections. */
export class DatabaseProxy {
  readonly url: string
  /** Cuts the connection when the next commit was sent to the database, before its response comes back. */
  cutsAfterCommit = 0
  /** Milliseconds by which each response of the database is delayed. */
  delayMs = 0
  /** Connections that were refused while the proxy was cut. */
  refused = 0
  private mode: 'open' | 'cut' | 'frozen' = 'open'
  private readonly server: Server
  private readonly pairs = new Set<{ near: Socket; far: Socket }>()

  private constructor({ server, url }: ListeningProxy) {
    this.server = server
    this.url = url
  }

  static async open(databaseUrl: string): Promise<DatabaseProxy> {
    const inside: { proxy?: DatabaseProxy } = {}
    inside.proxy = new DatabaseProxy(
      await listenBefore(databaseUrl, (near, dial) => inside.proxy?.accept(near, dial)),
    )
    return inside.proxy
  }

  private accept(near: Socket, dial: () => Socket): void {
    near.on('error', () => {})
    if (this.mode === 'cut') {
      this.refused++
      return void near.destroy()
    }
    const far = dial()
    const pair = { near, far }
    this.pairs.add(pair)
    const end = () => {
      this.pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    let isDoomed = false
    near.on('data', (bytes) => {
      if (this.mode === 'frozen') return
      if (this.cutsAfterCommit > 0 && bytes.includes('commit\0')) {
        this.cutsAfterCommit--
        isDoomed = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      // The database has answered the commit: it is done, but the server does not receive the response.
      if (isDoomed && bytes.includes('COMMIT\0')) end()
      else if (!isDoomed && this.mode !== 'frozen') this.passOn(near, bytes)
    })
    far.on('error', end)
    near.on('close', end)
    far.on('close', end)
  }

  private passOn(near: Socket, bytes: Buffer): void {
    if (this.delayMs === 0) near.write(bytes)
    else setTimeout(() => near.write(bytes), this.delayMs)
  }

  /** Breaks all connections and accepts no new ones. */
  cut(): void {
    this.mode = 'cut'
    this.breakAll()
  }

  /** Breaks all connections once. */
  breakAll(): void {
    for (const { near, far } of this.pairs) {
      near.destroy()
      far.destroy()
    }
  }

  /** Passes nothing any more, without closing a connection. */
  freeze(): void {
    this.mode = 'frozen'
  }

  restore(): void {
    if (this.mode === 'frozen') this.breakAll()
    this.mode = 'open'
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
