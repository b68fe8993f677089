import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FreshDatabase, freshDatabase } from '../../server/test/database.ts'
import { freePort, npmStart } from '../../server/test/npm-start.ts'
import { serverHost } from './server-host.ts'

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

/** A started server. */
interface Running {
  /** Resolves to the part of its output that the pattern names, once it is printed. */
  printed(pattern: RegExp): Promise<string>
  stop(): Promise<unknown>
}

/** Runs the command of `npm start -- --demo`. */
function runDemo(dataDir: string, variables: Record<string, string>): Running {
  const started = npmStart(dataDir, { variables, words: ['--demo'] })
  return {
    printed: started.printed,
    async stop() {
      started.child.kill('SIGTERM')
      await started.ended()
    },
  }
}

/** Runs the bundle of `npm start` in the process that the test files of this worker share. */
async function runBundle(dataDir: string, variables: Record<string, string>): Promise<Running> {
  const host = serverHost()
  const { handle, printed } = await host.start({ ...freePort, DATA_DIR: dataDir, ...variables })
  return {
    async printed(pattern) {
      const found = pattern.exec(printed)?.[1]
      if (!found) throw new Error(`the server did not print ${String(pattern)}:\n${printed}`)
      return found
    },
    stop: () => host.stop(handle),
  }
}

/** The server that `npm start` runs, with separate data; with sample data in a process of its own. */
export class ServerProcess {
  readonly origin: string
  /** The one-time code for creating the first administrator; empty when a password was given. */
  readonly code: string
  /** The database of the server; null with sample data. */
  readonly database: FreshDatabase | null
  /** The folder of its data and of the mails that it has written. */
  readonly dataDir: string
  private readonly running: Running
  private readonly folder: string

  private constructor(
    running: Running,
    parts: Pick<ServerProcess, 'origin' | 'code' | 'database' | 'dataDir'> & { folder: string },
  ) {
    this.running = running
    this.origin = parts.origin
    this.code = parts.code
    this.database = parts.database
    this.dataDir = parts.dataDir
    this.folder = parts.folder
  }

  /** Starts it and waits until it has printed its address and the code, and the stations connect. */
  static async start({
    demo = false,
    adminPassword = '',
    hasSignIn = true,
    env: more = {},
  }: StartOptions = {}): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'stationmaster-started-'))
    const database = demo ? null : await freshDatabase()
    const dataDir = join(folder, 'var')
    const variables = { ADMIN_PASSWORD: adminPassword, DATABASE_URL: database?.url ?? '', ...more }
    const running = demo ? runDemo(dataDir, variables) : await runBundle(dataDir, variables)
    const origin = await running.printed(/serves at (http:\/\/[^\s]+)/)
    const code = !adminPassword && hasSignIn ? await running.printed(/enter this code: (\S+)/) : ''
    if (demo) await running.printed(/(stations connect to)/)
    return new ServerProcess(running, { origin, code, database, dataDir, folder })
  }

  /** Calls the API, with this bearer token if there is one. */
  request = (path: string, body: unknown, bearer = ''): Promise<unknown> =>
    postTo(this.origin + path, body, bearer)

  /** Stops it as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.running.stop()
    await this.database?.close()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
