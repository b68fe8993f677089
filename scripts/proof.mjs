// npm run proof: every test that docs/proof.md names exists, and no row says more than its tests.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'

const page = 'docs/proof.md'
const states = ['yes', 'partly', 'not yet']
const row = /^\| (?<id>[^|]+) \| (?<rule>[^|]+) \| (?<state>yes|partly|not yet|[^|]*) \| (?<cell>.*) \|$/
const reference = /`(?<path>[\w./-]+\.test\.tsx?)` (?<names>"[^"]+"(?:, "[^"]+")*)/g

/** Reads the page and the tests it names; resolves to how many rows are in which state and what is wrong. */
export async function inspectProof(base = root) {
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
    problems.push(...rowProblems(found, named).map((problem) => `${where} ${problem}`))
    for (const { path, names } of named)
      problems.push(...(await missingNames(base, path, names)).map((problem) => `${where} ${problem}`))
    counts.set(found.state, (counts.get(found.state) ?? 0) + 1)
  }
  if (tests === 0) problems.push(`${page} names no test at all, which cannot be`)
  return { counts, problems }
}

function rowProblems({ state, cell }, named) {
  const says = cell.includes('Missing: ')
  if (!states.includes(state)) return [`has the state "${state}"; there are ${states.join(', ')}`]
  if (state === 'yes' && (named.length === 0 || says))
    return ['says yes and names no test, or something missing']
  if (state === 'partly' && (named.length === 0 || !says))
    return ['says partly without a test, or without what is missing']
  if (state === 'not yet' && (named.length > 0 || !says))
    return ['says not yet with a test, or without what is missing']
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

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { counts, problems } = await inspectProof()
  for (const line of problems) console.error(line)
  console.log(
    `proof: ${[...counts].map(([state, count]) => `${count} ${state}`).join(', ')}; ${problems.length} problems`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}
