import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Answer {
  id: number
  printed?: string
  problem?: string
}

/** A process that serves one server per test file; the files of a worker share it, each with a separate database. */
class ServerHost {
  private readonly child: ChildProcess
  private readonly pending = new Map<number, (answer: Answer) => void>()
  private output = ''
  private count = 0

  constructor() {
    this.child = fork(at('./server-host.mjs'), [], {
      cwd: at('../../..'),
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text: Buffer) => (this.output = (this.output + text.toString()).slice(-10_000)))
    this.child.on('message', (answer: Answer) => this.pending.get(answer.id)?.(answer))
    this.child.once('exit', (code) => {
      for (const [id, answer] of this.pending) answer({ id, problem: `the process ended with ${code}` })
    })
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Starts a server with these environment variables. Resolves to its handle and what it has printed. */
  async start(environment: Record<string, string>): Promise<{ handle: number; printed: string }> {
    const { id, printed = '' } = await this.request({ start: environment })
    return { handle: id, printed }
  }

  async stop(handle: number): Promise<void> {
    await this.request({ stop: handle })
  }

  private async request(work: { start: Record<string, string> } | { stop: number }): Promise<Answer> {
    this.count += 1
    const id = this.count
    const answer = await new Promise<Answer>((resolve) => {
      this.pending.set(id, resolve)
      this.child.send({ id, ...work }, (error) => error && resolve({ id, problem: error.message }))
    })
    this.pending.delete(id)
    if (answer.problem) throw new Error(`${answer.problem}\n${this.output}`)
    return answer
  }
}

let host: ServerHost | undefined

/** Returns the host of this worker; the process ends with the worker. */
export function serverHost(): ServerHost {
  if (!host || host.hasEnded) host = new ServerHost()
  return host
}
