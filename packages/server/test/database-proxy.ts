import { targetOf } from './listen-before.ts'
import { type ConnectionTap, TcpProxy } from './tcp-proxy.ts'

/** A proxy between the server and its database that can also cut a connection within a commit. */
export class DatabaseProxy extends TcpProxy {
  /** Cuts the connection when the next commit was sent to the database, before its response comes back. */
  cutsAfterCommit = 0
  private readonly target: ReturnType<typeof targetOf>

  private constructor(target: ReturnType<typeof targetOf>) {
    super({ dial: target.dial, tap: () => this.watchCommits() })
    this.target = target
  }

  static async open(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(targetOf(databaseUrl))
    await proxy.begin()
    return proxy
  }

  get url(): string {
    return this.target.urlAt(this.port)
  }

  private watchCommits(): ConnectionTap {
    let isDoomed = false
    return {
      sent: (bytes) => {
        if (this.cutsAfterCommit === 0 || !bytes.includes('commit\0')) return
        this.cutsAfterCommit--
        isDoomed = true
      },
      // the database has answered the commit: it is done, but the server does not receive the response
      received: (bytes) => !(isDoomed && bytes.includes('COMMIT\0')),
    }
  }
}
