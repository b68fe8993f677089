import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const patience = { timeout: 100_000, interval: 20 }

/** Variables of a server as users run it, on a free port. */
export const freePort = { NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1' }

export interface Started {
  child: ChildProcess
  output: () => string
  /** Resolves to the part of its output that the pattern names, once it is printed. */
  printed: (pattern: RegExp) => Promise<string>
  /** Resolves to the address once the server accepts requests. */
  address: () => Promise<string>
  /** Resolves to the exit code once it and all that share its output have ended. */
  ended: () => Promise<number | null>
}

interface StartOptions {
  variables?: Record<string, string>
  words?: string[]
  /** Runs it by npm in a process group of its own, as in a terminal; otherwise the command of the npm script. */
  byNpm?: boolean
}

/** Runs `npm start` on a free port with a separate data folder. */
export function npmStart(dataDir: string, options: StartOptions = {}): Started {
  const { variables = {}, words = [], byNpm = false } = options
  const env = {
    ...process.env,
    ...freePort,
    DATA_DIR: dataDir,
    ...variables,
  }
  const [program, ...first] = byNpm ? ['npm', 'start', '--'] : [process.execPath, 'scripts/start.mjs']
  const child = spawn(program!, [...first, ...words], {
    env,
    cwd: root,
    detached: byNpm,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  const closed = once(child, 'close')
  const printed = (pattern: RegExp) =>
    vi.waitFor(() => {
      const found = pattern.exec(output)?.[1]
      expect(found, output).toBeDefined()
      return found!
    }, patience)
  return {
    child,
    output: () => output,
    printed,
    address: () => printed(/serves at (http:\S+)/),
    ended: async () => {
      await closed
      return child.exitCode
    },
  }
}
