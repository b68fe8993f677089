import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './bundler.mjs'
import { root } from './files.mjs'

/** Bundles one TypeScript file into the cache and imports it: scripts run on a Node.js that knows no types. */
export async function loadTypescript(path, name) {
  const outDir = join(root, 'node_modules/.cache/scripts', name)
  await build({
    config: false,
    cwd: join(root, 'packages/server'),
    entry: { [name]: join(root, path) },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'error',
    deps: { alwaysBundle: [/^@stationmaster\//] },
  })
  return import(pathToFileURL(join(outDir, `${name}.mjs`)).href)
}
