// Writes the English texts of the console for all error codes from the table of the contract.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow, hashOf, root } from './files.mjs'

export const errorTexts = 'packages/console/texts/en/errors.json'
const table = 'packages/contract/src/errors'
const stampFile = join(root, 'node_modules/.cache/scripts/error-texts')

const current = () => stampOf().catch(() => '')

/** Rewrites the texts if they are stale; resolves to true if it did. JSON has no place for a stamp of its own. */
export async function generateErrorTexts({ force = false } = {}) {
  if (!force && (await current()) === (await readFile(stampFile, 'utf8').catch(() => 'none'))) return false
  const { loadTypescript } = await import('./load-typescript.mjs')
  const { errors } = await loadTypescript(`${table}/errors.ts`, 'errors')
  const texts = {}
  for (const [code, { message }] of Object.entries(errors)) {
    const [area, reason] = code.split('.')
    texts[area] = { ...texts[area], [reason]: message }
  }
  const before = await readFile(join(root, errorTexts), 'utf8').catch(() => '')
  const written = `${JSON.stringify(texts, null, 2)}\n`
  if (written !== before) await writeFile(join(root, errorTexts), written)
  await mkdir(dirname(stampFile), { recursive: true })
  await writeFile(stampFile, await current())
  return written !== before
}

const stampOf = async () =>
  hashOf(['scripts/generate-error-texts.mjs', errorTexts, ...(await filesBelow([table]))])
