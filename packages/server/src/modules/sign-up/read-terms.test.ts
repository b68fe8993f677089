import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTerms } from './read-terms.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stationmaster-terms-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('returns the terms of the language, else those for all languages, else none', async () => {
  expect(await readTerms(folder, 'de')).toBeNull()
  await writeFile(join(folder, 'terms.txt'), '\uFEFF# Terms\n\nFor everybody.\n')
  expect(await readTerms(folder, 'de')).toBe('# Terms\n\nFor everybody.')
  await writeFile(join(folder, 'terms.de.txt'), 'Für alle.')
  expect(await readTerms(folder, 'de')).toBe('Für alle.')
  expect(await readTerms(folder, 'ru')).toBe('# Terms\n\nFor everybody.')
  await writeFile(join(folder, 'terms.de.txt'), ' \n')
  expect(await readTerms(folder, 'de')).toBe('# Terms\n\nFor everybody.')
})
