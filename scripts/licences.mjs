// Checks that the licence of every delivered package, as the lock file states it, is compatible with
// Apache-2.0.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'

const welcome = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts, redistributed unchanged with their notice.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Licences permitted only for these packages, with the reason. */
const exceptions = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    why: 'libvips, a shared library that is loaded as it comes and can be replaced',
  },
]

/** Packages whose manifest states no licence; the licence is that of the file in the package. */
const withoutField = { 'png-js': 'MIT' }

const isWelcome = (name, licence) =>
  welcome.has(licence) || exceptions.some((one) => one.licence === licence && one.packages.test(name))

/** Returns true if an SPDX expression of licences, AND and OR permits delivery. */
export function mayBeDelivered(name, expression) {
  const text = expression.replaceAll(/[()]/g, ' ').trim()
  // AND binds stronger; parentheses around an OR within an AND would be evaluated too leniently, so the
  // mixture is rejected.
  if (/\bAND\b/.test(text) && /\bOR\b/.test(text)) return false
  if (/\bOR\b/.test(text)) return text.split(/\s+OR\s+/).some((licence) => isWelcome(name, licence))
  return text.split(/\s+AND\s+/).every((licence) => isWelcome(name, licence))
}

/** Returns the packages of a lock file that must not be delivered, with their licences. */
export function unwelcome(packages) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev)
    .map(([path, { license }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return { name, license: license ?? withoutField[name] }
    })
    .filter(({ name, license }) => !license || !mayBeDelivered(name, license))
    .map(({ name, license }) => `${name}: ${license ?? 'no licence at all'}`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const wrong = unwelcome(packages)
  for (const line of wrong) console.error(line)
  console.log(`licences: ${wrong.length} of the delivered packages are not compatible with Apache-2.0`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
