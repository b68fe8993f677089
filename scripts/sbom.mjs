// Creates the software bill of materials of a release in CycloneDX: the delivered packages of the lock file.
// Contacts no registry.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'

const sbomArguments = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline']
const read = async (place, name) => JSON.parse(await readFile(join(place, name), 'utf8'))

/** Returns the bill of materials of the lock file under `place`, as an object. */
export async function billOfMaterials(place = root) {
  const { name, version } = await read(place, 'package.json')
  const npm = spawnSync('npm', sbomArguments, { cwd: place, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (npm.status !== 0) throw new Error(`npm sbom ended with ${npm.status}: ${npm.stderr.trim()}`)
  const bill = JSON.parse(npm.stdout)
  const delivered = await deliveredBy(place)
  const self = bill.metadata.component['bom-ref']
  const isIncluded = (ref) => ref === self || delivered.has(ref)
  const components = bill.components
    .filter((part) => isIncluded(part['bom-ref']))
    .map((part) => ({ ...part, name: nameOf(part['bom-ref']) }))
  const dependencies = bill.dependencies
    .filter(({ ref }) => isIncluded(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded) }))
  const component = { ...bill.metadata.component, name, version }
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies }
}

/** npm names workspace packages after their folder. */
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

/**
 * Returns `name@version` of every package that is not only a build tool. npm's own --omit=dev also omits
 * packages that are both.
 */
async function deliveredBy(place) {
  const { packages } = await read(place, 'package-lock.json')
  const entries = Object.entries(packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)
  return new Set(
    entries.map(([path, entry]) => `${entry.name ?? path.replace(/^.*node_modules\//, '')}@${entry.version}`),
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const bill = await billOfMaterials()
  const { name, version } = bill.metadata.component
  const file = `${name}-${version}.cdx.json`
  await writeFile(join(root, file), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${file}: ${bill.components.length} packages`)
}
