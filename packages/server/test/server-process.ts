import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Builds the bundle that `npm start` serves if its sources changed. */
export const buildServer = (): void => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: at('../../..'), stdio: 'ignore' })
}

const post = (url: string, what: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(what),
  })

/** The server as a separate process that can be killed without warning, always on the same port. */
export class ServerProcess {
  readonly password = 'correct horse battery'
  port = 0
  /** Port of a load balancer in front of it and others, by which it is called then. */
  balancerPort: number | null = null
  private child: ChildProcess | null = null
  private readonly env: Record<string, string>
  private readonly openFiles: number | undefined
  private readonly script: string

  /**
   * @param openFiles maximum number of file descriptors (Linux only)
   * @param script module that starts the server from its bundle and reports its port
   */
  constructor(
    env: Record<string, string>,
    { openFiles, script = './serve-bundle.mjs' }: { openFiles?: number; script?: string } = {},
  ) {
    this.env = env
    this.openFiles = openFiles
    this.script = script
  }

  /** Starts it and waits until it accepts requests. */
  async start(): Promise<void> {
    const limited = this.openFiles !== undefined && {
      execPath: 'prlimit',
      execArgv: [`--nofile=${this.openFiles}`, process.execPath],
    }
    const child = fork(at(this.script), [], {
      ...limited,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        ADMIN_PASSWORD: this.password,
        PORT: String(this.port),
        ...this.env,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.child = child
    // part of the error if it does not start
    let printed = ''
    child.stderr?.on('data', (part: Buffer) => {
      printed = (printed + part.toString()).slice(-4_000)
      process.stderr.write(part)
    })
    const [reply] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`the server ended with ${code}: ${printed}`)),
      ),
    ])
    this.port = (reply as { port: number }).port
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** Returns the resident memory in bytes (Linux only). */
  async residentBytes(): Promise<number> {
    const text = await readFile(`/proc/${this.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) * 1024
  }

  /** Returns the milliseconds that its main thread was ready to run and waited for a processor (Linux; others 0). */
  async processorWaitMs(): Promise<number> {
    const text = await readFile(`/proc/${this.pid}/schedstat`, 'utf8').catch(() => '')
    const [, waitedNs] = text.split(' ')
    return Number(waitedNs ?? 0) / 1e6
  }

  /** Kills it with SIGKILL: nothing is finished, nothing is flushed. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** Kills it without waiting for its end. */
  killNow(): void {
    this.child?.kill('SIGKILL')
  }

  /** Stops it as a deployment does; returns its exit code. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM')
  }

  /** Sends a command to the script and waits for its reply. Throws if it failed, or if the process ended before. */
  async command(command: Record<string, unknown>): Promise<void> {
    const { child } = this
    if (!child?.connected) throw new Error('the server does not run')
    const ending = new AbortController()
    const { signal } = ending
    try {
      child.send(command)
      const [reply] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => Promise.reject(new Error('the server was killed'))),
      ])
      const { error } = reply as { error?: string }
      if (error !== undefined) throw new Error(error)
    } finally {
      ending.abort()
    }
  }

  /** Suspends the process: its sockets stay open and it executes nothing. */
  pause(): void {
    this.child?.kill('SIGSTOP')
  }

  resume(): void {
    this.child?.kill('SIGCONT')
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this
    this.child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  /** Calls the API; signs in as the administrator for each call. */
  async call<Body>(path: string, body: unknown): Promise<Body> {
    // a sign-in that failed is tried again by the next call
    this.token ??= this.signIn().catch((error: unknown) => {
      this.token = null
      throw error
    })
    const answer = await post(`${this.origin}/api/v1${path}`, body, {
      authorization: `Bearer ${await this.token}`,
    })
    const reply = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(reply)}`)
    return reply as Body
  }
  private token: Promise<string> | null = null

  /** Host and port of calls. */
  get host(): string {
    return `127.0.0.1:${this.balancerPort ?? this.port}`
  }

  private get origin(): string {
    return `http://${this.host}`
  }

  private async signIn(): Promise<string> {
    const grant = { grant_type: 'password', username: 'admin', password: this.password }
    const answer = await post(`${this.origin}/oauth2/token`, grant)
    if (!answer.ok) throw new Error(`the sign-in was refused: ${answer.status}`)
    return ((await answer.json()) as { access_token: string }).access_token
  }

  /** Replaces a token that may have expired. */
  async signInAgain(): Promise<void> {
    this.token = this.signIn()
    await this.token
  }
}
