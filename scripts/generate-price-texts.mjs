// Writes the texts of prices for the server from those of the console, so that the public page of a place has the same
// words as the application.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf, root } from './files.mjs'

export const priceTexts = 'packages/server/src/modules/driver/price-texts.gen.json'
const languages = ['en', 'de', 'fr', 'it', 'ru', 'nl']
const stampFile = join(root, 'node_modules/.cache/scripts/price-texts')
const source = (language, namespace) => `packages/console/texts/${language}/${namespace}.json`
const sources = languages.flatMap((one) => [source(one, 'tariffs'), source(one, 'driver')])

const stampOf = () => hashOf(['scripts/generate-price-texts.mjs', priceTexts, ...sources])
const read = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'))

/** Rewrites the texts if they are stale; resolves to true if it did. */
export async function generatePriceTexts({ force = false } = {}) {
  const stamp = await stampOf().catch(() => '')
  if (!force && stamp === (await readFile(stampFile, 'utf8').catch(() => 'none'))) return false
  const texts = {}
  for (const language of languages) {
    const [{ words, when }, { price }] = await Promise.all([
      read(source(language, 'tariffs')),
      read(source(language, 'driver')),
    ])
    texts[language] = { words, when, price }
  }
  const before = await readFile(join(root, priceTexts), 'utf8').catch(() => '')
  const written = `${JSON.stringify(texts, null, 2)}\n`
  if (written !== before) await writeFile(join(root, priceTexts), written)
  await mkdir(dirname(stampFile), { recursive: true })
  await writeFile(stampFile, await stampOf())
  return written !== before
}
