import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './bundler.mjs'
import { root } from './files.mjs'

/**
 * Bundles one TypeScript file into the cache, because scripts run on a Node.js without type stripping.
 * @param {string} path from the root of the repository, or absolute
 * @param {string} name name of the bundle
 * @returns {Promise<string>} path of the bundle
 */
export async function bundleTypescript(path, name) {
  const outDir = join(root, 'node_modules/.cache/scripts', name)
  await build({
    config: false,
    cwd: join(root, 'packages/server'),
    entry: { [name]: isAbsolute(path) ? path : join(root, path) },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'error',
    deps: { alwaysBundle: [/^@stationmaster\//] },
  })
  return join(outDir, `${name}.mjs`)
}

/** Bundles a TypeScript file and imports it. */
export async function loadTypescript(path, name) {
  return import(pathToFileURL(await bundleTypescript(path, name)).href)
}
