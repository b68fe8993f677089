import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Connect, preview } from 'vite'
import { usualPagePolicy } from '../../server/test/page-policy.ts'
import { answerTo } from './network-stubs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The policy that the server sends; the page has this placeholder, which the server replaces by a nonce. */
const policy = usualPagePolicy('__CSP_NONCE__')

/** The built console without a server: stubs answer its requests. */
export interface BuiltConsole {
  readonly origin: string
  /** Responses by path that replace those of the stubs from now on. */
  overrides: Record<string, unknown>
  stop(): Promise<void>
}

/** Starts the console that `npm start` serves; with the gallery of UI components it is rebuilt. */
export async function startBuiltConsole({ hasGallery = false } = {}): Promise<BuiltConsole> {
  const folder = hasGallery ? await mkdtemp(join(tmpdir(), 'stationmaster-console-')) : join(root, 'dist')
  await (hasGallery ? buildWithGallery(folder) : buildStale())
  const built = { overrides: {} }
  const server = await preview({
    root,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': policy } },
    plugins: [
      { name: 'stubs', configurePreviewServer: ({ middlewares }) => void middlewares.use(stubs(built)) },
    ],
  })
  return Object.assign(built, {
    origin: new URL(server.resolvedUrls?.local[0] ?? '').origin,
    async stop() {
      await server.close()
      if (hasGallery) await rm(folder, { recursive: true, force: true })
    },
  })
}

/** Served here and not by routes of the browser, which would disable its HTTP and code caches. */
const stubs =
  (built: { overrides: Record<string, unknown> }): Connect.NextHandleFunction =>
  (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // with the headers of the server
    if (pathname.startsWith('/assets/'))
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    const answer = answerTo(pathname, built.overrides)
    if (!answer) return next()
    response.writeHead(answer.status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    response.end(JSON.stringify(answer.body))
  }

/** Builds it as it is built for users: the React of a test run takes twice the processor time in the browser. */
async function buildWithGallery(folder: string): Promise<void> {
  const variables = { STATIONMASTER_GALLERY: '1', NODE_ENV: 'production' }
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

/** Builds the console if its sources changed; only the first of several test files does. */
function buildStale(): void {
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  execFileSync(process.execPath, ['scripts/build.mjs', 'console'], { cwd, stdio: 'ignore' })
}
