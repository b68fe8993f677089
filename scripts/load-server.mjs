// Loads the bundle of the server for commands; builds it if it is stale.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'
import { run } from './install.mjs'
import { staleProducts } from './products.mjs'

/** Returns the exports of the server's main file. */
export async function loadServer() {
  const stale = await staleProducts()
  if (stale.some(({ name }) => name === 'server'))
    await run(process.execPath, ['scripts/build.mjs', 'server'])
  return import(pathToFileURL(join(root, 'packages/server/dist/main.mjs')).href)
}
