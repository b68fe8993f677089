import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './boundaries.mjs'
import { root } from './files.mjs'

let copy: string

const isSource = (path: string) => !/\/(node_modules|dist|public)$/.test(path)

/** A copy of all sources; its packages import each other's copies and everything else from the original. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'stationmaster-boundaries-'))
  await cp(join(root, 'packages'), join(copy, 'packages'), { recursive: true, filter: isSource })
  await cp(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true })
  await cp(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  await mkdir(join(copy, 'node_modules/@stationmaster'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@stationmaster') continue
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of await readdir(join(copy, 'packages'))) {
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules/@stationmaster', name))
  }
}, 60_000)

afterAll(() => rm(copy, { recursive: true, force: true }))

/** Rule, file that breaks it, and the content of that file. */
const planted: [rule: string, path: string, text: string][] = [
  [
    'no-cycles',
    'server/src/shared/planted-a.ts',
    `import type { B } from './planted-b.ts'\nexport type A = B`,
  ],
  [
    'no-cycles',
    'server/src/shared/planted-b.ts',
    `import type { A } from './planted-a.ts'\nexport type B = A`,
  ],
  ['resolvable', 'server/src/shared/planted.ts', `import './nowhere.ts'`],
  ['no-barrels', 'server/src/bus/planted.ts', `import '../shared/planted-folder/index.ts'`],
  ['package-entry-point', 'simulator/src/planted-deep.ts', `import '../../ocpp/src/frame.ts'`],
  ['sources-without-tests', 'server/src/storage/planted.ts', `import '../config.test.ts'`],
  ['ocpp-is-pure', 'ocpp/src/planted-fs.ts', `import 'node:fs'`],
  [
    'ocpp-is-pure',
    'ocpp/src/planted-contract.ts',
    `import type { Endpoint } from '@stationmaster/contract'\nexport type X = Endpoint`,
  ],
  ['ocpp-is-pure', 'ocpp/src/v16/planted-ajv.ts', `import 'ajv'`],
  ['contract-is-data', 'contract/src/planted-server.ts', `import '../../server/src/main.ts'`],
  [
    'contract-is-data',
    'contract/src/planted-kysely.ts',
    `import type { Kysely } from 'kysely'\nexport type X = Kysely<unknown>`,
  ],
  ['contract-is-data', 'contract/src/planted-node.ts', `import 'node:path'`],
  ['console-independent', 'console/src/app/planted.ts', `import '@stationmaster/server'`],
  ['console-independent', 'console/src/lib/planted.ts', `import '../../../simulator/src/index.ts'`],
  ['simulator-independent', 'simulator/src/planted-contract.ts', `import '@stationmaster/contract'`],
  [
    'simulator-independent',
    'simulator/src/planted-server.ts',
    `import type { Config } from '../../server/src/config.ts'\nexport type X = Config`,
  ],
  ['server-independent', 'server/src/planted-simulator.ts', `import '@stationmaster/simulator'`],
  ['transport-without-modules', 'server/src/gateway/planted.ts', `import '../modules/planted/index.ts'`],
  [
    'transport-without-modules',
    'server/src/http/planted.ts',
    `import type { P } from '../modules/planted/index.ts'\nexport type X = P`,
  ],
  ['transport-without-modules', 'server/src/live/planted.ts', `import '../storage/pool.ts'`],
  ['transport-without-modules', 'server/src/live/planted-gateway.ts', `import '../gateway/planted.ts'`],
  ['modules-without-transport', 'server/src/modules/planted/http.ts', `import '../../http/planted.ts'`],
  [
    'modules-without-transport',
    'server/src/modules/planted/gateway.ts',
    `import type { X } from '../../gateway/planted.ts'\nexport type Y = X`,
  ],
  ['modules-without-transport', 'server/src/modules/planted/config.ts', `import '../../config.ts'`],
  ['module-entry-point', 'server/src/modules/planted/other.ts', `import '../planted-other/inner.ts'`],
  ['base-layers-independent', 'server/src/bus/planted-module.ts', `import '../modules/planted/index.ts'`],
  ['base-layers-independent', 'server/src/jobs/planted.ts', `import '../http/planted.ts'`],
  ['base-layers-independent', 'server/src/storage/planted-gateway.ts', `import '../gateway/planted.ts'`],
  ['base-layers-independent', 'server/src/shared/planted-storage.ts', `import '../storage/pool.ts'`],
  [
    'sql-only-in-stores',
    'server/src/modules/planted/start-planted.ts',
    `import { sql } from 'kysely'\nexport const x = sql`,
  ],
  ['sql-only-in-stores', 'server/src/http/planted-pg.ts', `import { Pool } from 'pg'\nexport const x = Pool`],
  [
    'web-framework-only-in-http',
    'server/src/modules/planted/web.ts',
    `import type { FastifyInstance } from 'fastify'\nexport type X = FastifyInstance`,
  ],
  ['area-isolated', 'console/src/areas/planted/screens/one.tsx', `import '../../planted-other/screens.ts'`],
  ['area-isolated', 'console/src/areas/planted/screens/two.tsx', `import '../../../app/planted.ts'`],
  ['feature-isolated', 'console/src/features/planted/queries.ts', `import '../planted-other/queries.ts'`],
  ['feature-isolated', 'console/src/features/planted/area.ts', `import '../../areas/planted/screens.ts'`],
  [
    'feature-isolated',
    'console/src/features/planted/shell.ts',
    `import type { X } from '../../app/planted.ts'\nexport type Y = X`,
  ],
  ['ui-and-lib-without-features', 'console/src/ui/planted.ts', `import '../features/planted/queries.ts'`],
  ['ui-and-lib-without-features', 'console/src/lib/planted-area.ts', `import '../areas/planted/screens.ts'`],
  ['ui-without-contract', 'console/src/ui/planted-contract.ts', `import '@stationmaster/contract'`],
  ['one-reader-of-the-environment', 'server/src/gateway/planted-env.ts', `export const x = process.env.PORT`],
]

/** Entry points that planted files import; missing ones are created in the copy. */
const entryPoints = ['server/src/index.ts', 'server/src/main.ts', 'simulator/src/index.ts']

/** Targets of the planted imports, and files with allowed imports. */
const allowed: [path: string, text: string][] = [
  ['server/src/shared/planted-folder/index.ts', `export const x = 1`],
  ['server/src/modules/planted/index.ts', `export type P = 1`],
  [
    'server/src/modules/planted/store.ts',
    `import { sql } from 'kysely'\nimport type { Tx } from '../../storage/transaction.ts'\nexport const x = sql\nexport type T = Tx`,
  ],
  [
    'server/src/modules/planted/use-other.ts',
    `import '../planted-other/index.ts'\nimport type { Kysely } from 'kysely'\nexport type X = Kysely<unknown>`,
  ],
  ['server/src/modules/planted-other/index.ts', `export const x = 1`],
  ['server/src/modules/planted-other/inner.ts', `export const x = 1`],
  [
    'console/src/areas/planted/screens.ts',
    `import '../../features/planted/list.ts'\nimport '../../ui/planted-part.ts'`,
  ],
  ['console/src/areas/planted-other/screens.ts', `export const x = 1`],
  [
    'console/src/features/planted/list.ts',
    `import '@stationmaster/contract'\nimport '../../lib/planted-tool.ts'`,
  ],
  ['console/src/features/planted-other/queries.ts', `export const x = 1`],
  ['console/src/ui/planted-part.ts', `export const x = 1`],
  ['console/src/lib/planted-tool.ts', `import '@stationmaster/contract'`],
]

// Proves F25
test('reports every planted import under its rule, and no other', async () => {
  for (const path of entryPoints) await writeFile(join(copy, 'packages', path), 'export {}\n', { flag: 'a' })
  for (const [path, text] of [...planted.map(([, ...rest]) => rest), ...allowed]) {
    await mkdir(dirname(join(copy, 'packages', path)), { recursive: true })
    await writeFile(join(copy, 'packages', path), `${text}\n`)
  }
  const { violations, problem } = await inspect(copy)
  expect(problem).toBeUndefined()
  const caught = violations.map(({ rule, from }) => `${rule} ${from}`)
  const expected = planted
    .filter(([rule]) => rule !== 'no-cycles')
    .map(([rule, path]) => `${rule} packages/${path}`)
  expect(expected.filter((line) => !caught.includes(line))).toEqual([])
  expect(caught.some((line) => /^no-cycles .*planted-[ab]\.ts/.test(line))).toBe(true)
  const plantedPaths = planted.map(([, path]) => path)
  expect(caught.filter((line) => !plantedPaths.some((path) => line.endsWith(` packages/${path}`)))).toEqual(
    [],
  )
}, 120_000)

// Proves F25
test('rejects a run that reads too few sources', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'stationmaster-boundaries-'))
  for (const name of ['ocpp', 'contract', 'server', 'simulator', 'console']) {
    await mkdir(join(empty, 'packages', name, 'src'), { recursive: true })
    await writeFile(join(empty, 'packages', name, 'src/one.ts'), 'export const one = 1\n')
  }
  const { problem } = await inspect(empty)
  expect(problem).toMatch(/imports were seen in 5 files, which cannot be all/)
  await rm(empty, { recursive: true })
})

test('has a rule for every folder of the server and of the console', async () => {
  const rules = await readFile(join(root, '.dependency-cruiser.mjs'), 'utf8')
  const entries = await readdir(join(root, 'packages/server/src'), { withFileTypes: true })
  for (const folder of entries.filter((entry) => entry.isDirectory())) expect(rules).toContain(folder.name)
  const parts = await readdir(join(root, 'packages/console/src'), { withFileTypes: true })
  const free = ['app']
  for (const part of parts.filter((entry) => entry.isDirectory() && !free.includes(entry.name)))
    expect(rules).toContain(part.name)
})
