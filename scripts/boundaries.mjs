// npm run boundaries: checks which packages may import each other (.dependency-cruiser.mjs) and which files
// may read the environment.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import rules from '../.dependency-cruiser.mjs'
import { filesBelow, root } from './files.mjs'

const packageRoots = [
  'packages/ocpp',
  'packages/contract',
  'packages/server',
  'packages/simulator',
  'packages/console',
]
const isSource = (path) => /\/(src|test|mock|gallery)\/.*\.tsx?$/.test(path) && !path.includes('/generated/')

/**
 * Checks all packages below a folder.
 * @returns {Promise<{ violations: { rule: string, from: string, to: string }[], sources: number, problem: string | undefined }>}
 */
export async function inspect(base = root) {
  const { output } = await cruise(packageRoots, {
    ...rules.options,
    baseDir: base,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
  })
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to: cycle ? cycle.map(({ name }) => name).join(' -> ') : to,
  }))
  const sources = (await filesBelow(packageRoots, base)).filter(isSource)
  violations.push(...(await environmentReaders(sources, base)))
  return { violations, sources: sources.length, problem: blindness(output, sources) }
}

/** dependency-cruiser reports an empty success if it cannot parse the sources; this detects it. */
function blindness(output, sources) {
  const read = new Map(output.modules.map((module) => [module.source, module.dependencies.length]))
  const unread = sources.filter((path) => !read.has(path))
  if (unread.length > 0) return `${unread.length} files were not read, such as ${unread[0]}`
  const imports = sources.reduce((sum, path) => sum + read.get(path), 0)
  if (sources.length < 50 || imports < sources.length) {
    return `only ${imports} imports were seen in ${sources.length} files, which cannot be all`
  }
  return undefined
}

/** Only one file may read the environment, so that the table of the README is complete. */
async function environmentReaders(sources, base) {
  const found = []
  for (const path of sources) {
    if (!path.startsWith('packages/server/src/') || /\.test\.ts$|src\/config\.ts$/.test(path)) continue
    const text = await readFile(join(base, path), 'utf8')
    // Passing the whole environment to a child process reads no setting.
    if (/process\.env(?!\s*[,}])/.test(text))
      found.push({ rule: 'one-reader-of-the-environment', from: path, to: 'process.env' })
  }
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { violations, sources, problem } = await inspect()
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`)
  if (problem) console.error(`boundaries: ${problem}`)
  console.log(`boundaries: ${sources} files read, ${violations.length} forbidden imports`)
  process.exitCode = violations.length > 0 || problem ? 1 : 0
}
