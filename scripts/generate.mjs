// Generates every generated file of the repository. Fast if nothing has changed: each generator compares a
// hash of its inputs before it loads anything large. `--force` regenerates all of them; `--check` does so too
// and fails if a committed file differs from the output of its generator.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateOcpp } from '../packages/ocpp/scripts/generate.mjs'
import { root } from './files.mjs'
import { generateChangelog } from './generate-changelog.mjs'
import { generateReadme } from './generate-readme.mjs'
import { generateTables } from './generate-tables.mjs'

/** One row per generator: its name, a function that resolves to true if it wrote, and the committed file. */
const generators = [
  ['ocpp', generateOcpp, undefined],
  ['tables', generateTables, 'packages/server/src/storage/tables.gen.ts'],
  ['readme', generateReadme, 'README.md'],
  ['changelog', generateChangelog, 'CHANGELOG.md'],
]

const force = process.argv.includes('--force')
const check = process.argv.includes('--check')
const textOf = (path) => readFile(join(root, path), 'utf8').catch(() => '')

for (const [name, generate, committed] of generators) {
  const before = check && committed ? await textOf(committed) : undefined
  const written = await generate({ force: force || before !== undefined })
  const isStale = before !== undefined && before !== (await textOf(committed))
  if (isStale) {
    console.error(`generate: ${committed} was stale and has been regenerated; commit it`)
    process.exitCode = 1
  } else if (written && before === undefined) console.log(`generate: ${name} written`)
}
