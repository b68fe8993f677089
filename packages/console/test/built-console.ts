import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The content security policy that the server sends. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-__CSP_NONCE__'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' ws:",
].join('; ')

/** The console as it is delivered, gallery included, without a server behind it. */
export interface BuiltConsole {
  addressOf(path: string): string
  stop(): Promise<void>
}

export async function startBuiltConsole(): Promise<BuiltConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'stationmaster-console-'))
  process.env['STATIONMASTER_GALLERY'] = '1'
  try {
    await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
    const server = await preview({
      root,
      logLevel: 'error',
      build: { outDir: folder },
      preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': policy } },
    })
    return {
      addressOf: (path) => new URL(path, server.resolvedUrls?.local[0]).href,
      async stop() {
        await server.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } finally {
    delete process.env['STATIONMASTER_GALLERY']
  }
}
