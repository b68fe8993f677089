import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { productTitle } from '../../contract/src/index.ts'

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)
const start = fileURLToPath(new URL('reference-start.js', import.meta.url))

/**
 * Writes the page of the API reference, which the server sends at /docs: Swagger UI without its bar. It has
 * no inline scripts and styles, so the policy of the other pages fits it.
 */
export const referencePagePlugin: Plugin = {
  name: 'stationmaster-reference-page',
  apply: 'build',
  async generateBundle() {
    const emit = async (path: string): Promise<string> => {
      const source = await readFile(path)
      return `/${this.getFileName(this.emitFile({ type: 'asset', name: path.replace(/^.*\//, ''), source }))}`
    }
    const style = await emit(join(folder, 'swagger-ui.css'))
    const scripts = [await emit(join(folder, 'swagger-ui-bundle.js')), await emit(start)]
    const source = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productTitle} API</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="${style}"></head>
<body><div id="reference"></div>${scripts.map((path) => `<script src="${path}"></script>`).join('')}</body></html>
`
    this.emitFile({ type: 'asset', fileName: 'docs.html', source })
  },
}
