// Makes every file of the house that is generated. Quick when nothing has changed: each generator
// compares a stamp of its inputs before it loads anything heavy. `--force` makes all of them anew;
// `--check` does so, too, and fails when a committed file was not what its generator makes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateOcpp } from '../packages/ocpp/scripts/generate.mjs'
import { root } from './files.mjs'
import { generateReadme } from './generate-readme.mjs'
import { generateTables } from './generate-tables.mjs'

/** One row per generator: its name, a function that resolves to whether it had to write, and the committed file. */
const generators = [
  ['ocpp', generateOcpp, undefined],
  ['tables', generateTables, 'packages/server/src/storage/tables.gen.ts'],
  ['readme', generateReadme, 'README.md'],
]

const force = process.argv.includes('--force')
const check = process.argv.includes('--check')
const textOf = (path) => readFile(join(root, path), 'utf8').catch(() => '')

for (const [name, generate, committed] of generators) {
  const before = check && committed ? await textOf(committed) : undefined
  const written = await generate({ force: force || before !== undefined })
  const isStale = before !== undefined && before !== (await textOf(committed))
  if (isStale) {
    console.error(`generate: ${committed} was stale and has been made anew; commit it`)
    process.exitCode = 1
  } else if (written && before === undefined) console.log(`generate: ${name} written`)
}
