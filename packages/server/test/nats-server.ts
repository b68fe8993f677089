import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './test-gateway.ts'

/** True if the program nats-server is installed (Debian: package `nats-server`). */
export const hasNats = (() => {
  try {
    execFileSync('nats-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** A NATS server as a separate process, always on the same port. */
export class NatsServer {
  private child: ChildProcess | null = null
  private port = -1

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'sm-nats-'))
    const place = ['-a', '127.0.0.1', '-p', String(this.port), '--ports_file_dir', folder]
    this.child = spawn('nats-server', place, { stdio: 'ignore' })
    const ports = await eventually(async () => {
      const [file] = await readdir(folder)
      const text = file && (await readFile(join(folder, file), 'utf8'))
      return text ? (JSON.parse(text) as { nats: string[] }) : null
    })
    this.port = Number(new URL(ports.nats[0]!).port)
    await rm(folder, { recursive: true, force: true })
  }

  async kill(): Promise<void> {
    const { child } = this
    this.child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}
