import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { eventually } from './test-gateway.ts'

const checkMs = 250

/**
 * Load balancer as docs/operation.md demands it: new connections go to the server with the fewest that answers `/readyz`.
 */
export class Balancer {
  readonly proxy: TcpProxy
  private readonly ready = new Set<ServerProcess>()
  private readonly closing = new AbortController()
  private readonly checks: Promise<void>[]

  private constructor(proxy: TcpProxy, servers: readonly ServerProcess[]) {
    this.proxy = proxy
    this.checks = servers.map((server) => this.check(server))
  }

  static async open(servers: readonly ServerProcess[]): Promise<Balancer> {
    const connections = new Map(servers.map((server) => [server, 0]))
    const inside: { balancer?: Balancer } = {}
    const proxy = await TcpProxy.listen(() => {
      const [least] = [...(inside.balancer?.ready ?? [])].sort(
        (one, other) => connections.get(one)! - connections.get(other)!,
      )
      if (!least) return null
      const add = (n: number) => connections.set(least, connections.get(least)! + n)
      add(1)
      return connect(least.port, '127.0.0.1').once('close', () => add(-1))
    })
    inside.balancer = new Balancer(proxy, servers)
    return inside.balancer
  }

  private async check(server: ServerProcess): Promise<void> {
    const { signal } = this.closing
    setMaxListeners(100, signal)
    while (!signal.aborted) {
      const isReady = await fetch(`http://127.0.0.1:${server.port}/readyz`, { signal }).then(
        async (reply) => (await reply.text(), reply.ok),
        () => false,
      )
      if (isReady) this.ready.add(server)
      else this.ready.delete(server)
      await pause(checkMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Waits until new connections can go to a server. */
  async untilReady(server: ServerProcess): Promise<void> {
    await eventually(async () => this.ready.has(server))
  }

  async close(): Promise<void> {
    this.closing.abort()
    await Promise.all(this.checks)
    await this.proxy.close()
  }
}
