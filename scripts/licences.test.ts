import { expect, it } from 'vitest'
import { mayBeDelivered, unwelcome } from './licences.mjs'

it.each([
  ['a', 'MIT', true],
  ['a', '(MIT OR GPL-3.0-only)', true],
  ['a', 'GPL-3.0-only', false],
  ['a', 'Apache-2.0 AND GPL-3.0-only', false],
  ['a', 'LGPL-3.0-or-later', false],
  ['@img/sharp-linux-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ['a', 'MIT AND (ISC OR GPL-3.0-only)', false],
  ['a', '(MIT AND Zlib)', true],
  ['a', 'SEE LICENSE IN file', false],
])('%s under %s: %s', (name, expression, may) => {
  expect(mayBeDelivered(name, expression)).toBe(may)
})

// Proves A17
it('checks delivered packages wherever they are installed, and no build tools', () => {
  const packages = {
    '': { license: 'GPL-3.0-only' },
    'packages/server': { license: 'GPL-3.0-only' },
    'node_modules/@stationmaster/server': { link: true },
    'node_modules/tool': { dev: true, license: 'GPL-3.0-only' },
    'node_modules/fine': { license: 'ISC' },
    'node_modules/fine/node_modules/@deep/wrong': { license: 'BUSL-1.1' },
    'node_modules/silent': {},
    'node_modules/png-js': {},
  }
  expect(unwelcome(packages)).toEqual(['@deep/wrong: BUSL-1.1', 'silent: no licence at all'])
})
