// Products of the build, their inputs, and whether they are stale. Loads nothing large, because every start
// calls it.
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, hashOf, root } from './files.mjs'

const bundled = ['package-lock.json', 'scripts/build.mjs', 'scripts/products.mjs', 'packages/ocpp/src']

export const products = [
  {
    name: 'server',
    inputs: [...bundled, 'packages/contract/src', 'packages/server/src', 'packages/server/tsdown.config.mjs'],
    output: 'packages/server/dist/main.mjs',
  },
  {
    name: 'simulator',
    inputs: [...bundled, 'packages/simulator/src', 'packages/simulator/tsdown.config.mjs'],
    output: 'packages/simulator/dist/cli.mjs',
  },
  {
    name: 'console',
    inputs: [
      ...bundled,
      'packages/contract/src',
      ...['src', 'texts', 'public', 'index.html', 'boot.js', 'vite', 'vite.config.ts'].map(
        (path) => `packages/console/${path}`,
      ),
    ],
    output: 'packages/console/dist/index.html',
  },
]

const stamps = join(root, 'node_modules/.cache/stationmaster')
const isTest = (path) => /\.test\.tsx?$/.test(path)

/** Returns the products to be rebuilt. Contents decide; equal sizes and times save reading them. */
export async function staleProducts() {
  const found = await Promise.all(
    products.map(async (product) => ((await isFresh(product)) ? [] : [product])),
  )
  return found.flat()
}

async function isFresh(product) {
  const stamp = await readStamp(product)
  const isMade = await access(join(root, product.output)).then(
    () => true,
    () => false,
  )
  if (!stamp || !isMade) return false
  const paths = await inputsOf(product)
  const glance = await fingerprintOf(paths)
  if (stamp.glance === glance) return true
  if (stamp.hash !== (await hashOf(paths))) return false
  await writeStamp(product, { hash: stamp.hash, glance })
  return true
}

/** Builds a product and records the hash of its inputs; after a failed build it remains stale. */
export async function make(product, build) {
  await rm(stampOf(product), { force: true })
  const paths = await inputsOf(product)
  const stamp = { hash: await hashOf(paths), glance: await fingerprintOf(paths) }
  await build()
  await writeStamp(product, stamp)
}

async function inputsOf(product) {
  return (await filesBelow(product.inputs)).filter((path) => !isTest(path))
}

async function fingerprintOf(paths) {
  const hash = createHash('sha256')
  const found = await Promise.all(paths.map((path) => stat(join(root, path))))
  found.forEach(({ size, mtimeMs }, index) => hash.update(`${paths[index]} ${size} ${mtimeMs}\n`))
  return hash.digest('hex')
}

const stampOf = (product) => join(stamps, `${product.name}.json`)

async function readStamp(product) {
  return readFile(stampOf(product), 'utf8').then(JSON.parse, () => undefined)
}

async function writeStamp(product, stamp) {
  await mkdir(stamps, { recursive: true })
  await writeFile(stampOf(product), JSON.stringify(stamp))
}
