// Generates CHANGELOG.md from the files below changes/.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, root } from './files.mjs'

const output = 'CHANGELOG.md'
const kinds = ['Added', 'Changed', 'Fixed', 'Removed']
const entry = new RegExp(`^(${kinds.join('|')}): (\\S.*\\.)$`)
const firstLine =
  '<!-- Generated from changes/ by npm run generate (scripts/generate-changelog.mjs); do not edit. -->'
const unreleased = 'Unreleased'

/**
 * Rewrites the file if it is stale; resolves to true if it did. It contains no hash of its inputs, because
 * any two changes would conflict there; reading them is fast.
 */
export async function generateChangelog({ base = root } = {}) {
  const path = join(base, output)
  const text = render(await readChanges(base))
  if (text === (await readFile(path, 'utf8').catch(() => ''))) return false
  await writeFile(path, text)
  return true
}

/** Resolves to the entries by release: `changes/<file>.md` is unreleased, `changes/<version>/<file>.md` is not. */
async function readChanges(base) {
  const releases = new Map([[unreleased, []]])
  for (const path of await filesBelow(['changes'], base)) {
    if (!path.endsWith('.md') || path === 'changes/README.md') continue
    const parts = path.split('/')
    const release = parts.length > 2 ? parts[1] : unreleased
    const text = await readFile(join(base, path), 'utf8')
    const entries = text
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => readEntry(line, path))
    releases.set(release, [...(releases.get(release) ?? []), ...entries])
  }
  return releases
}

function readEntry(line, path) {
  const [, kind, text] = entry.exec(line) ?? []
  if (!kind)
    throw new Error(
      `${path}: "${line.slice(0, 60)}" is not in the form "<kind>: <text>."; kinds are ${kinds.join(', ')}`,
    )
  // links are relative to the file, and CHANGELOG.md is in the folder above changes/
  return { kind, text: text.replace(/\]\((?:\.\.\/)+/g, '](') }
}

function render(releases) {
  const blocks = [firstLine, '# Changelog']
  for (const [release, entries] of [...releases].sort(newestFirst)) {
    if (entries.length === 0) continue
    blocks.push(`## ${release}`)
    for (const kind of kinds) {
      const lines = entries.filter((each) => each.kind === kind).map(({ text }) => `- ${capitalized(text)}`)
      if (lines.length > 0) blocks.push(`### ${kind}`, lines.join('\n'))
    }
  }
  return `${blocks.join('\n\n')}\n`
}

function newestFirst([a], [b]) {
  if (a === unreleased || b === unreleased) return a === unreleased ? -1 : 1
  return b.localeCompare(a, 'en', { numeric: true })
}

const capitalized = (text) => text[0].toUpperCase() + text.slice(1)
