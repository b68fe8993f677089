// Checks docs/proof.md, docs/specification.md and docs/limits.md against the tests that prove their rules: no row claims
// more than its tests, every limit has a test or states what is missing, every gap of the specification is an open
// point, and every id in a test is the id of one rule. `npm run generate` writes the tests into the documents.
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'
import { readProvingTests } from './proving-tests.mjs'
import { cellsOf, limitsPage, readRules, rulePages, specificationPage } from './rules.mjs'

const states = ['yes', 'partly', 'not yet']
const limitColumns = ['#', 'Resource', 'Filled by', 'Limit', 'At the limit']

/** Checks the three documents; resolves to the number of rules by page and state, and the problems. */
export async function inspectRules(base = root) {
  const { tests, problems } = await readProvingTests(base)
  const pages = await Promise.all(rulePages.map(async (page) => ({ page, ...(await readRules(page, base)) })))
  const proven = new Set(tests.flatMap(({ ids }) => ids))
  const counts = {}
  const known = new Map()
  for (const { page, text, rows, problems: malformed } of pages) {
    problems.push(...malformed)
    if (rows.length === 0) problems.push(`${page} lists no rule`)
    const points = page === specificationPage ? pointsOf(text) : undefined
    for (const row of rows) {
      const where = `${page}:${row.line}: ${row.id}`
      if (known.has(row.id)) problems.push(`${where} is also the id of ${known.get(row.id)}`)
      known.set(row.id, `${page}:${row.line}`)
      const wrong = page === limitsPage ? limitProblems(row, proven) : stateProblems(row, proven, points)
      problems.push(...wrong.map((problem) => `${where} ${problem}`))
      const state = page === limitsPage ? 'limits' : row.cells[2]
      counts[page] = { ...counts[page], [state]: (counts[page]?.[state] ?? 0) + 1 }
    }
  }
  for (const { ids, path, line } of tests)
    for (const id of ids.filter((id) => !known.has(id)))
      problems.push(`${path}:${line}: ${id} is not the id of a rule in ${rulePages.join(', ')}`)
  return { counts, tests, problems }
}

/** Returns the names in the table of open points. */
function pointsOf(text) {
  const [, section = ''] = /\n## Open points\n(.*?)\n## /s.exec(text) ?? []
  const names = section.split('\n').map((line) => cellsOf(line)?.[0])
  return names.filter((name) => name && name !== 'Point' && !/^-+$/.test(name))
}

function stateProblems({ id, cells, header }, proven, points) {
  if (cells.length !== header.length) return [`has ${cells.length} cells; there are ${header.length}`]
  const [, , state, remark] = cells
  const hasTest = proven.has(id)
  const hasGap = remark.includes('Missing: ')
  if (!states.includes(state)) return [`has the state "${state}"; there are ${states.join(', ')}`]
  if (state === 'yes' && (!hasTest || hasGap))
    return ['has the state yes without a test, or with something missing']
  if (state === 'partly' && (!hasTest || !hasGap))
    return ['has the state partly without a test, or without what is missing']
  if (state === 'not yet' && (hasTest || !hasGap))
    return ['has the state not yet with a test, or without what is missing']
  if (!points) return []
  return [...remark.matchAll(/Missing: (?<what>[^:|]+)/g)]
    .map(({ groups }) => groups.what.trim())
    .filter((what) => !points.includes(what))
    .map((what) => `lacks "${what}", which is not an open point; there are ${points.join(', ')}`)
}

function limitProblems({ id, cells }, proven) {
  if (cells.length !== limitColumns.length)
    return [`has ${cells.length} cells; there are ${limitColumns.length}: ${limitColumns.join(', ')}`]
  const empty = cells.indexOf('')
  if (empty >= 0) return [`has an empty cell "${limitColumns[empty]}"`]
  const hasGap = cells.at(-1).includes('Missing: ')
  return proven.has(id) || hasGap ? [] : ['has neither a test nor what is missing']
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { counts, tests, problems } = await inspectRules()
  for (const line of problems) console.error(line)
  const rules = rulePages.map((page) => `${page} ${countsOf(counts[page])}`).join('; ')
  console.log(`proof: ${rules}; ${tests.length} tests; ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

function countsOf(page = {}) {
  return Object.entries(page)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')
}
