import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseProxy } from './database-proxy.ts'
import { freePort } from './free-port.ts'
import { eventually } from './test-gateway.ts'

/** True if the program pgbouncer is installed (Debian: package `pgbouncer`). */
export const hasPgBouncer = (() => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** PgBouncer in transaction mode with three connections to a database. */
export class PgBouncer {
  readonly url: string
  private readonly child: ChildProcess
  private readonly folder: string
  private readonly proxy: DatabaseProxy

  private constructor(parts: { url: string; child: ChildProcess; folder: string; proxy: DatabaseProxy }) {
    this.url = parts.url
    this.child = parts.child
    this.folder = parts.folder
    this.proxy = parts.proxy
  }

  static async open(databaseUrl: string): Promise<PgBouncer> {
    // another user than that of the tests may not open the socket of the database
    const proxy = await DatabaseProxy.open(databaseUrl)
    const { hostname, port, pathname, username, password } = new URL(proxy.url)
    const folder = await mkdtemp(join(tmpdir(), 'sm-pgbouncer-'))
    const own = await freePort()
    const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password='${decodeURIComponent(password)}'`
    const lines = [
      '[databases]',
      `pooled = ${target} connect_query='set statement_timeout = 5000; set idle_in_transaction_session_timeout = 60000; set jit = off'`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 3',
      'max_client_conn = 200',
      // it does not run as root
      ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    ]
    await writeFile(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
    const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
    await eventually(() => answers(own))
    return new PgBouncer({ url: `postgres://anyone@127.0.0.1:${own}/pooled`, child, folder, proxy })
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
    await this.proxy.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
