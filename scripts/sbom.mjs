// The bill of materials of a release: what is delivered, as the lock file has it, in CycloneDX. Asks no registry.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'

const asked = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline']
const read = async (place, name) => JSON.parse(await readFile(join(place, name), 'utf8'))

/** The bill of what the lock file under `place` delivers, as an object. */
export async function billOfMaterials(place = root) {
  const { name, version } = await read(place, 'package.json')
  const npm = spawnSync('npm', asked, { cwd: place, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (npm.status !== 0) throw new Error(`npm sbom ended with ${npm.status}: ${npm.stderr.trim()}`)
  const bill = JSON.parse(npm.stdout)
  const delivered = await deliveredBy(place)
  const self = bill.metadata.component['bom-ref']
  const isKept = (ref) => ref === self || delivered.has(ref)
  const components = bill.components
    .filter((part) => isKept(part['bom-ref']))
    .map((part) => ({ ...part, name: nameOf(part['bom-ref']) }))
  const dependencies = bill.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }))
  const component = { ...bill.metadata.component, name, version }
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies }
}

/** npm names packages of the house after the folder they lie in. */
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

/** `name@version` of what is no tool for building. npm's own --omit=dev also leaves out what is both. */
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
