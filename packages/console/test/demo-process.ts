import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** `npm start -- --demo` as a person runs it, with data of its own in a folder of its own. */
export class DemoProcess {
  origin = ''
  /** The one-time code that the first administrator is made with. */
  code = ''
  private printed = ''
  private readonly child: ChildProcess
  private readonly folder: string

  private constructor(child: ChildProcess, folder: string) {
    this.child = child
    this.folder = folder
    child.stdout?.on('data', (text: Buffer) => (this.printed += text.toString()))
    child.stderr?.on('data', (text: Buffer) => (this.printed += text.toString()))
  }

  /** Starts it and waits until it has printed its address and the code, and the fleet dials. */
  static async start(): Promise<DemoProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'stationmaster-demo-'))
    const { ADMIN_PASSWORD: _, DATABASE_URL: __, ...env } = process.env
    const child = spawn('npm', ['start', '--', '--demo'], {
      cwd: root,
      env: { ...env, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'var') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const demo = new DemoProcess(child, folder)
    await demo.until(/enter this code: (\S+)/, (found) => (demo.code = found))
    await demo.until(/serves at (http:\/\/[^\s]+)/, (found) => (demo.origin = found))
    await demo.until(/(stations dial)/, () => undefined)
    return demo
  }

  /** Waits for something that the process prints. */
  private async until(pattern: RegExp, take: (found: string) => void): Promise<void> {
    for (;;) {
      const found = pattern.exec(this.printed)?.[1]
      if (found) return take(found)
      if (this.child.exitCode !== null) throw new Error(`npm start ended:\n${this.printed}`)
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'exit')])
    }
  }

  /** As Ctrl-C does. Resolves to what npm ended with. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM')
      await once(this.child, 'exit')
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    return this.child.exitCode
  }
}
