// npm run build: bundles server and simulator and builds the console, if stale or with --force. `node
// scripts/build.mjs server` builds only the named products.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withBuildLock } from './build-lock.mjs'
import { root } from './files.mjs'
import { run } from './install.mjs'
import { make, products, staleProducts } from './products.mjs'

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const force = process.argv.includes('--force')

async function bundle(folder) {
  const { build } = await import('./bundler.mjs')
  const cwd = join(root, folder)
  const { default: options } = await import(pathToFileURL(join(cwd, 'tsdown.config.mjs')).href)
  await build({ ...options, config: false, cwd, logLevel: 'warn' })
}

async function buildConsole() {
  const folder = join(root, 'packages/console')
  const vite = join(
    dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

const builders = {
  server: () => bundle('packages/server'),
  simulator: () => bundle('packages/simulator'),
  console: buildConsole,
}

/** Builds the stale ones of the named products; a failed one does not stop the others. */
async function buildStale() {
  await run(process.execPath, ['scripts/generate.mjs'])
  const wanted = (force ? products : await staleProducts()).filter(
    ({ name }) => names.length === 0 || names.includes(name),
  )
  const results = await Promise.allSettled(
    wanted.map(async (product) => {
      const since = performance.now()
      await make(product, builders[product.name])
      console.log(`built the ${product.name} in ${((performance.now() - since) / 1000).toFixed(1)} s`)
    }),
  )
  results.forEach(({ reason }, index) => {
    if (!reason) return
    console.error(`the ${wanted[index].name} could not be built: ${reason.message}`)
    process.exitCode = 1
  })
}

// Test files and starts that run in parallel find the same products stale.
await withBuildLock(buildStale)
