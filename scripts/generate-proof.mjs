// Writes the tests of each rule below its table in docs/proof.md, docs/specification.md and docs/limits.md, from the
// comments of the test files. A hash of the inputs is cached outside the documents, because in them it would conflict
// between any two branches that change tests.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf, root } from './files.mjs'
import { rulePages, ruleTables, testFiles } from './rules.mjs'

const sources = ['scripts/generate-proof.mjs', 'scripts/proving-tests.mjs', 'scripts/rules.mjs', ...rulePages]
const cache = join(root, 'node_modules/.cache/scripts/proof.hash')
const begin = '<!-- tests:begin (npm run generate) -->'
const end = '<!-- tests:end -->'
const block = /\n<!-- tests:begin.*?-->\n.*?<!-- tests:end -->\n/gs

const hashOfInputs = async () => hashOf([...sources, ...(await testFiles())])

/** Rewrites the lists of tests if they are stale; resolves to true if it wrote. */
export async function generateProof({ force = false } = {}) {
  const known = await readFile(cache, 'utf8').catch(() => '')
  if (!force && known === (await hashOfInputs())) return false
  const written = await writeTests()
  await mkdir(dirname(cache), { recursive: true })
  await writeFile(cache, await hashOfInputs())
  return written
}

/** Writes the lists of tests into the documents; resolves to true if one of them changed. */
export async function writeTests(base = root) {
  const { readProvingTests } = await import('./proving-tests.mjs')
  const { tests } = await readProvingTests(base)
  let written = false
  for (const page of rulePages) {
    const text = await readFile(join(base, page), 'utf8')
    const fresh = withTests(text, tests)
    if (fresh === text) continue
    await writeFile(join(base, page), fresh)
    written = true
  }
  return written
}

/** Returns the text of a page with the tests of each rule below its table. */
export function withTests(text, tests) {
  const plain = text.replaceAll(block, '')
  const lines = plain.split('\n')
  for (const { rows, last } of ruleTables(plain).reverse()) {
    const items = rows.flatMap(({ id }) => itemsOf(id, tests))
    if (items.length > 0) lines.splice(last + 1, 0, '', begin, ...frame(items), end)
  }
  return lines.join('\n')
}

const frame = (items) => ['<details>', '<summary>Tests</summary>', '', ...items, '', '</details>']

function itemsOf(id, tests) {
  const proving = tests.filter(({ ids }) => ids.includes(id))
  const items = proving.map(({ path, title }) => `  - \`${path}\` "${title.replaceAll(/[\\`*_<]/g, '\\$&')}"`)
  return items.length > 0 ? [`- **${id}**`, ...new Set(items)] : []
}
