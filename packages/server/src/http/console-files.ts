import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { type PageConfig, titleWithSuffix } from '@stationmaster/contract'
import { escapeHtml } from '../shared/escape-html.ts'
import { refuse } from '../shared/refusal.ts'
import { failureReply } from './failures.ts'
import {
  type OpenPlaces,
  openPlacesOf,
  pagePolicy,
  scriptPolicy,
  staticPagePolicy,
} from './security-headers.ts'
import type { StoredFile, WebCall, WebReply } from './web-call.ts'

/** Handles requests without a route: a file of the console, its page, or 404. */
export interface ConsoleFiles {
  folder: string
  answer: (method: string, path: string, call: WebCall) => WebReply | StoredFile
  /** Returns the page with content that is shown until the console has started. */
  pageWith: (content: PageContent, call: WebCall) => WebReply
  /** Returns the page of the API reference. */
  docs: () => WebReply
}

/** Part of the configuration that is read here; all of it is written into the page. */
type ServedConfig = Parameters<typeof openPlacesOf>[0] & Pick<PageConfig, 'titleSuffix'>

/** Content for visitors and search engines. */
export interface PageContent {
  language: string
  /** Text. */
  title: string
  /** HTML. */
  head: string
  body: string
}

/** Folder of the build for files with a content hash in their name. */
const hashed = '/assets/'
const machinePaths = /^\/(api|oauth2|assets)(\/|$)/
/** Areas of the console: the rest of the path may be an identity that looks like a file name. */
const areaPaths = /^\/(crm|ocpp|driver|admin)(\/|$)/
const hasExtension = /\.[a-z0-9]{1,11}$/i
const manifestPath = '/manifest.webmanifest'
const nonceWord = '__CSP_NONCE__'
const configWord = '__PAGE_CONFIG__'
const compressed = /\.(br|gz)$/
const script = /\.js$/

/**
 * Loads the page of the built console and the names of its files. Only files that existed at the start are
 * sent, so no path leads out of the folder. A missing file is 404, never the page: an old tab would run it as a
 * script. The installed app has the same title as windows, including the suffix. The page contains its configuration, so
 * that its first requests to the API need not wait for another one.
 */
export async function loadConsole(
  folder: string,
  configOf: (origin: string) => ServedConfig,
): Promise<ConsoleFiles> {
  const general = configOf('http://localhost')
  const places = openPlacesOf(general)
  const paths = await readPaths(folder)
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')
  const page = paths.delete('/index.html') ? await read('/index.html') : undefined
  const docs = paths.delete('/docs.html') ? await read('/docs.html') : undefined
  const manifest = paths.delete(manifestPath)
    ? manifestReply(await read(manifestPath), general.titleSuffix)
    : undefined
  const answer: ConsoleFiles['answer'] = (method, path, call) => {
    if (method !== 'GET' && method !== 'HEAD') return notFound(method, path, call)
    if (paths.has(path)) {
      const file = { file: path.slice(1), isHashed: path.startsWith(hashed) }
      if (path.endsWith('.html')) return { ...file, policy: staticPagePolicy }
      return script.test(path) ? { ...file, policy: scriptPolicy(places) } : file
    }
    if (path === manifestPath && manifest) return manifest
    // A station whose handshake lacks "Connection: Upgrade" is handled here (seen with proxies and old
    // firmware).
    if (call.header('sec-websocket-key')) return noUpgrade(call)
    const isScreen = areaPaths.test(path) || path === '/index.html'
    if (machinePaths.test(path) || (hasExtension.test(path) && !isScreen)) return notFound(method, path, call)
    return withConfig(page, call)
  }
  const withConfig = (text: string | undefined, { origin }: WebCall): WebReply =>
    pageReply(
      text?.replace(configWord, () => jsonInHtml(configOf(origin))),
      places,
    )
  const pageWith: ConsoleFiles['pageWith'] = (content, call) =>
    withConfig(page === undefined ? undefined : withContent(page, content), call)
  return { folder, answer, pageWith, docs: () => pageReply(docs, { connect: [], images: [] }) }
}

/** Console of a process that serves none. */
export const noConsole: ConsoleFiles = {
  folder: import.meta.dirname,
  answer: (method, path, call) =>
    call.header('sec-websocket-key') ? noUpgrade(call) : notFound(method, path, call),
  pageWith: () => notBuilt,
  docs: () => notBuilt,
}

/** Returns a value as JSON that cannot end the element that contains it. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Elements of a page that load the application. */
const loading = / *<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?\n?/g

/**
 * Returns the page with content. What loads the application becomes a template, which the first script uses for
 * a user who has signed in: visitors read the page without it.
 */
const withContent = (page: string, { language, title, head, body }: PageContent): string => {
  const application = (page.match(loading) ?? []).join('')
  return page
    .replace(loading, '')
    .replace('<script', (start) => `<template id="app">${application}</template>${start}`)
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(title)}</title>\n${head}`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
}

function manifestReply(text: string, suffix: string): WebReply {
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' }
  const name = titleWithSuffix(suffix)
  return { status: 200, headers, body: JSON.stringify({ ...JSON.parse(text), name }) }
}

async function readPaths(folder: string): Promise<Set<string>> {
  const root = resolve(folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && !compressed.test(entry.name))
    .map((entry) => `${entry.parentPath.slice(root.length)}${sep}${entry.name}`.replaceAll(sep, '/'))
  // dotfiles describe the build
  return new Set(paths.filter((path) => !path.includes('/.')))
}

function pageReply(page: string | undefined, places: OpenPlaces): WebReply {
  if (page === undefined) return notBuilt
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
