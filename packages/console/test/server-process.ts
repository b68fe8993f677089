import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FreshDatabase, freshDatabase } from '../../server/test/database.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface StartOptions {
  /**
   * Adds sample data and its stations, in the embedded database; otherwise the process uses a database of the
   * test run.
   */
  demo?: boolean
  /** Creates the first administrator; without it the process prints a code. */
  adminPassword?: string
  /** True if it prints a code where no password is given. */
  hasSignIn?: boolean
  /** Further environment variables. */
  env?: Record<string, string>
}

/** Calls an endpoint, with this bearer token if there is one. Throws if it refuses. */
export async function postTo(url: string, body: unknown, bearer = ''): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** The command of `npm start`, with separate data. */
export class ServerProcess {
  origin = ''
  /** The one-time code for creating the first administrator; empty when a password was given. */
  code = ''
  private printed = ''
  private hasEnded = false
  private wake = (): void => {}
  private readonly child: ChildProcess
  private readonly folder: string
  /** The database of the server; null with sample data. */
  readonly database: FreshDatabase | null
  /** The folder of its data and of the mails that it has written. */
  readonly dataDir: string

  private constructor(child: ChildProcess, folder: string, database: FreshDatabase | null) {
    this.child = child
    this.folder = folder
    this.database = database
    this.dataDir = join(folder, 'var')
    const append = (text: Buffer): void => {
      this.printed += text.toString()
      this.wake()
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    child.once('close', () => {
      this.hasEnded = true
      this.wake()
    })
  }

  /** Starts it and waits until it has printed its address and the code, and the stations connect. */
  static async start({
    demo = false,
    adminPassword = '',
    hasSignIn = true,
    env: more = {},
  }: StartOptions = {}): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'stationmaster-started-'))
    const { DATABASE_URL: _, ...env } = process.env
    const database = demo ? null : await freshDatabase()
    const child = spawn(process.execPath, ['scripts/start.mjs', ...(demo ? ['--demo'] : [])], {
      cwd: root,
      env: {
        ...env,
        NODE_ENV: 'production',
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'var'),
        ADMIN_PASSWORD: adminPassword,
        ...(database ? { DATABASE_URL: database.url } : {}),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const server = new ServerProcess(child, folder, database)
    await server.until(/serves at (http:\/\/[^\s]+)/, (found) => (server.origin = found))
    if (!adminPassword && hasSignIn)
      await server.until(/enter this code: (\S+)/, (found) => (server.code = found))
    if (demo) await server.until(/(stations connect to)/, () => undefined)
    return server
  }

  /** Calls the API, with this bearer token if there is one. */
  request = (path: string, body: unknown, bearer = ''): Promise<unknown> =>
    postTo(this.origin + path, body, bearer)

  /** Waits for a text that the process prints. */
  private async until(pattern: RegExp, take: (found: string) => void): Promise<void> {
    for (;;) {
      const found = pattern.exec(this.printed)?.[1]
      if (found) return take(found)
      if (this.hasEnded) throw new Error(`npm start ended:\n${this.printed}`)
      await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }

  /** Stops it as Ctrl-C does. Resolves to its exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM')
      await once(this.child, 'exit')
    }
    await this.database?.close()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    return this.child.exitCode
  }
}
