import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { productTitle } from '../../contract/src/index.ts'

const library = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const files = [
  join(library, 'swagger-ui.css'),
  here('reference.css'),
  join(library, 'swagger-ui-bundle.js'),
  here('reference-start.js'),
]

const elementOf = (address: string): string =>
  address.endsWith('.css')
    ? `<link rel="stylesheet" href="${address}">`
    : `<script defer src="${address}"></script>`

const pageOf = (addresses: string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productTitle} API</title><link rel="icon" href="/icon.svg" type="image/svg+xml">${addresses.map(elementOf).join('')}</head>
<body><div id="reference"></div></body></html>
`

/**
 * Writes the page of the API reference, which the server sends at /docs: Swagger UI without its bar. It has
 * no inline scripts and styles, so the policy of the other pages fits it. In development Vite sends it.
 */
export const referencePagePlugin: Plugin = {
  name: 'stationmaster-reference-page',
  configureServer: ({ middlewares }) => {
    middlewares.use('/docs', async ({ url }, response) => {
      const file = files.find((path) => url === `/${basename(path)}`)
      const type = file ? (file.endsWith('.css') ? 'text/css' : 'text/javascript') : 'text/html'
      response.setHeader('content-type', `${type}; charset=utf-8`)
      response.end(file ? await readFile(file) : pageOf(files.map((path) => `/docs/${basename(path)}`)))
    })
  },
  async generateBundle() {
    const addresses = files.map(async (path) => {
      const asset = this.emitFile({ type: 'asset', name: basename(path), source: await readFile(path) })
      return `/${this.getFileName(asset)}`
    })
    this.emitFile({ type: 'asset', fileName: 'docs.html', source: pageOf(await Promise.all(addresses)) })
  },
}
