import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { titleWithSuffix } from '@stationmaster/contract'
import { refuse } from '../shared/refusal.ts'
import { failureReply } from './failures.ts'
import { type OpenPlaces, pagePolicy } from './security-headers.ts'
import type { WebCall, WebReply } from './web-call.ts'

/** Handles requests without a route: a file of the console, its page, or 404. */
export type ConsoleFiles = (method: string, path: string, call: WebCall) => Promise<WebReply>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const squeezable = /^(text|application)\/|svg/
/** Folder of the build for files with a content hash in their name. */
const hashed = '/assets/'
const machinePaths = /^\/(api|oauth2|assets)(\/|$)/
/** Areas of the console: the rest of the path may be an identity that looks like a file name. */
const areaPaths = /^\/(crm|ocpp|driver|admin)(\/|$)/
const hasExtension = /\.[a-z0-9]{1,11}$/i
const manifestPath = '/manifest.webmanifest'
const nonceWord = '__CSP_NONCE__'
const squeeze = promisify(gzip)

interface ConsoleFile {
  type: string
  etag: string
  plain: Buffer
  /** Created on first request. */
  gzipped?: Promise<Buffer>
}

/**
 * Loads the built console. Only files that existed at the start are served, so no path leads out of the
 * folder. A missing file is 404, never the page: an old tab would run it as a script. The installed app has
 * the same title as windows, including the suffix.
 */
export async function loadConsole(
  folder: string,
  places: OpenPlaces,
  titleSuffix: string,
): Promise<ConsoleFiles> {
  const files = await readFiles(folder, (path, content) =>
    path === manifestPath ? withTitle(content, titleSuffix) : content,
  )
  const page = files.get('/index.html')?.plain.toString('utf8')
  files.delete('/index.html')
  return async (method, path, call) => {
    if (method !== 'GET' && method !== 'HEAD') return notFound(method, path, call)
    const file = files.get(path)
    if (file) return fileReply(file, path.startsWith(hashed), call)
    // A station whose handshake lacks "Connection: Upgrade" is handled here (seen with proxies and old
    // firmware).
    if (call.header('sec-websocket-key')) return noUpgrade(call)
    const isScreen = areaPaths.test(path) || path === '/index.html'
    if (machinePaths.test(path) || (hasExtension.test(path) && !isScreen)) return notFound(method, path, call)
    return page === undefined ? notBuilt : pageReply(page, places)
  }
}

const withTitle = (manifest: Buffer, suffix: string): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(manifest.toString('utf8')), name: titleWithSuffix(suffix) }))

async function readFiles(
  folder: string,
  edit: (path: string, content: Buffer) => Buffer,
): Promise<Map<string, ConsoleFile>> {
  const files = new Map<string, ConsoleFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`
    // dotfiles describe the build
    if (!entry.isFile() || path.includes('/.')) continue
    const plain = edit(path, await readFile(join(entry.parentPath, entry.name)))
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    files.set(path, { type: types[extname(path).toLowerCase()] ?? 'application/octet-stream', etag, plain })
  }
  return files
}

async function fileReply(file: ConsoleFile, isHashed: boolean, call: WebCall): Promise<WebReply> {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  }
  if (call.header('if-none-match') === file.etag) return { status: 304, headers, body: '' }
  if (!squeezable.test(file.type) || !/\bgzip\b/.test(call.header('accept-encoding') ?? ''))
    return { status: 200, headers, body: file.plain }
  file.gzipped ??= squeeze(file.plain)
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: await file.gzipped }
}

function pageReply(page: string, places: OpenPlaces): WebReply {
  const nonce = randomBytes(16).toString('base64')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce, places),
  }
  return { status: 200, headers, body: page.replaceAll(nonceWord, nonce) }
}

const notBuilt: WebReply = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console is not built yet: run "npm run build" (or "npm start", which builds it).\n',
}

const noUpgrade = (call: WebCall): WebReply =>
  failureReply(refuse('request.not_websocket'), { correlation: call.correlation })

const notFound = (method: string, path: string, call: WebCall): WebReply =>
  failureReply(refuse('request.unknown_address', { method, path: path.slice(0, 200) }), {
    correlation: call.correlation,
  })
