// Writes the configuration table of README.md, between two markers, from the schema of the environment.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, root } from './files.mjs'

const readme = join(root, 'README.md')
const sources = [
  'scripts/generate-readme.mjs',
  'packages/server/src/config.ts',
  'packages/server/src/environment.ts',
]
const between = /<!-- configuration:begin.*?-->\n.*?<!-- configuration:end -->/s

/** Rewrites the table if it is stale; resolves to true if it did. */
export async function generateReadme({ force = false } = {}) {
  const text = await readFile(readme, 'utf8')
  const begin = `<!-- configuration:begin (npm run generate, ${(await hashOf(sources)).slice(0, 16)}) -->`
  if (!between.test(text)) {
    throw new Error(
      'README.md has no markers of the configuration table: <!-- configuration:begin --> and <!-- configuration:end -->',
    )
  }
  if (!force && text.includes(begin)) return false
  const section = `${begin}\n\n${await table()}\n\n<!-- configuration:end -->`
  await writeFile(
    readme,
    text.replace(between, () => section),
  )
  return true
}

async function table() {
  const { loadTypescript } = await import('./load-typescript.mjs')
  const { Environment } = await loadTypescript('packages/server/src/environment.ts', 'environment')
  const { expectedForm } = await loadTypescript('packages/server/src/config.ts', 'config')
  const rows = Object.entries(Environment.properties).map(([name, schema]) => {
    const shown = schema.default === true ? 'on' : schema.default === false ? 'off' : String(schema.default)
    return [`\`${name}\``, shown ? `\`${shown}\`` : '', schema.description, expectedForm(schema)]
  })
  const lines = [['Variable', 'Default', 'Purpose', 'Format'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
