// Checks docs/proof.md, docs/specification.md and docs/limits.md: every named test exists, no row claims more
// than its tests, every limit has a test or states what is missing, and every gap of the specification is a
// named point.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'

const states = ['yes', 'partly', 'not yet']
const row = /^\| (?<id>[^|]+) \| (?<rule>[^|]+) \| (?<state>yes|partly|not yet|[^|]*) \| (?<cell>.*) \|$/
const reference = /`(?<path>[\w./-]+\.test\.tsx?)` (?<names>"[^"]+"(?:, "[^"]+")*)/g

/** Checks docs/proof.md against the tests it names; resolves to the number of rows per state and the problems. */
export const inspectProof = (base = root) => inspectRows(base, 'docs/proof.md')

const specification = 'docs/specification.md'

/** Checks docs/specification.md in the same way; a gap must begin with the name of an open point. */
export async function inspectSpecification(base = root) {
  const text = await readFile(join(base, specification), 'utf8')
  const points = pointsOf(text)
  const inspected = await inspectRows(base, specification, ({ cell }) =>
    [...cell.matchAll(/Missing: (?<what>[^:|]+)/g)]
      .map(({ groups }) => groups.what.trim())
      .filter((what) => !points.includes(what))
      .map((what) => `lacks "${what}", which is not an open point; there are ${points.join(', ')}`),
  )
  return { ...inspected, points }
}

/** Returns the names in the table of open points. */
function pointsOf(text) {
  const [, section = ''] = /\n## Open points\n(.*?)\n## /s.exec(text) ?? []
  const names = section.split('\n').map((line) => cellsOf(line)?.[0])
  return names.filter((name) => name && name !== 'Point' && !/^-+$/.test(name))
}

async function inspectRows(base, page, problemsOf = () => []) {
  const lines = (await readFile(join(base, page), 'utf8')).split('\n')
  const counts = new Map(states.map((state) => [state, 0]))
  const problems = []
  let tests = 0
  for (const [index, line] of lines.entries()) {
    const found = row.exec(line)?.groups
    if (!found || found.id === '#' || found.id.startsWith('---')) continue
    const where = `${page}:${index + 1}: ${found.id}`
    const named = [...found.cell.matchAll(reference)].map(({ groups }) => groups)
    tests += named.length
    const wrong = [...rowProblems(found, named), ...problemsOf(found)]
    problems.push(...wrong.map((problem) => `${where} ${problem}`))
    for (const { path, names } of named)
      problems.push(...(await missingNames(base, path, names)).map((problem) => `${where} ${problem}`))
    counts.set(found.state, (counts.get(found.state) ?? 0) + 1)
  }
  if (tests === 0) problems.push(`${page} names no test`)
  return { counts, problems }
}

const limitsPage = 'docs/limits.md'
const limitColumns = ['Resource', 'Filled by', 'Limit', 'At the limit', 'Test']

/** Checks docs/limits.md; resolves to the number of rows and the problems. */
export async function inspectLimits(base = root) {
  const lines = (await readFile(join(base, limitsPage), 'utf8')).split('\n')
  const problems = []
  let rows = 0
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line)
    if (!cells || cells[0] === limitColumns[0] || /^-+$/.test(cells[0])) continue
    rows += 1
    const where = `${limitsPage}:${index + 1}: ${cells[0]}`
    problems.push(...(await limitProblems(base, cells)).map((problem) => `${where} ${problem}`))
  }
  if (rows === 0) problems.push(`${limitsPage} lists no limit`)
  return { rows, problems }
}

/** Returns the cells of a table row, or null if the line is not one. */
const cellsOf = (line) =>
  line.startsWith('| ') || line.startsWith('|-')
    ? line
        .replaceAll('\\|', '\u0000')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('\u0000', '|').trim())
    : null

async function limitProblems(base, cells) {
  if (cells.length !== limitColumns.length)
    return [`has ${cells.length} cells; there are ${limitColumns.length}: ${limitColumns.join(', ')}`]
  const empty = cells.findIndex((cell) => cell === '')
  if (empty >= 0) return [`has an empty cell "${limitColumns[empty]}"`]
  const cell = cells.at(-1)
  const named = [...cell.matchAll(reference)].map(({ groups }) => groups)
  if (named.length === 0 && !cell.includes('Missing: ')) return ['names neither a test nor what is missing']
  const missing = await Promise.all(named.map(({ path, names }) => missingNames(base, path, names)))
  return missing.flat()
}

function rowProblems({ state, cell }, named) {
  const claimsGap = cell.includes('Missing: ')
  if (!states.includes(state)) return [`has the state "${state}"; there are ${states.join(', ')}`]
  if (state === 'yes' && (named.length === 0 || claimsGap))
    return ['has the state yes without a test, or with something missing']
  if (state === 'partly' && (named.length === 0 || !claimsGap))
    return ['has the state partly without a test, or without what is missing']
  if (state === 'not yet' && (named.length > 0 || !claimsGap))
    return ['has the state not yet with a test, or without what is missing']
  return []
}

async function missingNames(base, path, names) {
  const file = path.startsWith('scripts/') ? path : `packages/${path}`
  const source = await readFile(join(base, file), 'utf8').catch(() => undefined)
  if (source === undefined) return [`names ${file}, which does not exist`]
  const plain = source.replaceAll("\\'", "'")
  return [...names.matchAll(/"([^"]+)"/g)]
    .map(([, name]) => name)
    .filter((name) => !["'", '"', '`'].some((quote) => plain.includes(quote + name + quote)))
    .map((name) => `names "${name}", which ${file} does not have`)
}

const statesOf = ({ counts }) => [...counts].map(([state, count]) => `${count} ${state}`).join(', ')

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const proof = await inspectProof()
  const statements = await inspectSpecification()
  const limits = await inspectLimits()
  const problems = [...proof.problems, ...statements.problems, ...limits.problems]
  for (const line of problems) console.error(line)
  console.log(
    `proof: ${statesOf(proof)}; specification: ${statesOf(statements)}; limits: ${limits.rows}; ` +
      `${problems.length} problems`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}
