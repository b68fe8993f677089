// Makes every file of the house that is generated. Quick when nothing has changed: each generator
// compares a stamp of its inputs before it loads anything heavy. `--force` makes all of them anew.
import { generateOcpp } from '../packages/ocpp/scripts/generate.mjs'
import { generateReadme } from './generate-readme.mjs'
import { generateTables } from './generate-tables.mjs'

/** One row per generator: its name, and a function that resolves to whether it had to write. */
const generators = [
  ['ocpp', generateOcpp],
  ['tables', generateTables],
  ['readme', generateReadme],
]

const force = process.argv.includes('--force')
for (const [name, generate] of generators) {
  const written = await generate({ force })
  if (written) console.log(`generate: ${name} written`)
}
