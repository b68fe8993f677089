// Writes the generated files of the repository. Fast if nothing has changed: each generator compares a hash of
// its inputs before it loads anything large. `--force` regenerates all files; `--check` does so too and fails
// if a committed file differs from the output of its generator.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateOcpp } from '../packages/ocpp/scripts/generate.mjs'
import { root } from './files.mjs'
import { generateChangelog } from './generate-changelog.mjs'
import { errorTexts, generateErrorTexts } from './generate-error-texts.mjs'
import { generatePriceTexts, priceTexts } from './generate-price-texts.mjs'
import { generateProof } from './generate-proof.mjs'
import { generateReadme } from './generate-readme.mjs'
import { generateTables } from './generate-tables.mjs'
import { rulePages } from './rules.mjs'

/** One row per generator: its name, a function that resolves to true if it wrote a file, and committed files. */
const generators = [
  ['ocpp', generateOcpp, []],
  ['tables', generateTables, ['packages/server/src/storage/tables.gen.ts']],
  ['error texts', generateErrorTexts, [errorTexts]],
  ['price texts', generatePriceTexts, [priceTexts]],
  ['readme', generateReadme, ['README.md']],
  ['changelog', generateChangelog, ['CHANGELOG.md']],
  ['proof', generateProof, rulePages],
]

const force = process.argv.includes('--force')
const check = process.argv.includes('--check')
const textsOf = (paths) =>
  Promise.all(paths.map((path) => readFile(join(root, path), 'utf8').catch(() => '')))

for (const [name, generate, committed] of generators) {
  const checked = check ? committed : []
  const before = await textsOf(checked)
  const written = await generate({ force: force || checked.length > 0 })
  const after = await textsOf(checked)
  const stale = checked.filter((_, index) => before[index] !== after[index])
  for (const path of stale) console.error(`generate: ${path} was stale and has been regenerated; commit it`)
  if (stale.length > 0) process.exitCode = 1
  if (written && checked.length === 0) console.log(`generate: ${name} written`)
}
