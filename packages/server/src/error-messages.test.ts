import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { errorMessage, errors } from '@stationmaster/contract'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../..', import.meta.url))

const folders = ['contract/src', 'server/src', 'console/src']

test('messages of errors exist in the table only: no source repeats or compares them', async () => {
  const sentences = Object.values(errors)
    .map(({ message }) => message)
    .filter((message) => message.split(' ').length > 4 && !message.includes('{{'))
  expect(sentences.length).toBeGreaterThan(50)
  for (const folder of folders)
    for (const path of await readdir(`${packages}/${folder}`, { recursive: true })) {
      if (!/(?<!\.test)\.tsx?$/.test(path) || path.startsWith('errors/')) continue
      const source = await readFile(`${packages}/${folder}/${path}`, 'utf8')
      const repeated = sentences.filter((sentence) => source.includes(sentence))
      expect(repeated, `${folder}/${path}`).toEqual([])
    }
})

test('no code is in two tables', async () => {
  const folder = `${packages}/contract/src/errors`
  const sources = await Promise.all(
    (await readdir(folder)).map((path) => readFile(`${folder}/${path}`, 'utf8')),
  )
  const codes = sources.flatMap((source) => source.match(/^ {2}'[^']+': \{/gm) ?? [])
  expect(codes).toHaveLength(Object.keys(errors).length)
})

test('codes are an area and a reason in snake case', () => {
  for (const code of Object.keys(errors)) expect(code).toMatch(/^[a-z][a-z\d_]*\.[a-z][a-z\d_]*$/)
})

test('messages contain their parameters, numbers in English notation', () => {
  expect(errorMessage('value.too_long', { limit: 20_000 })).toBe('At most 20,000 characters are allowed.')
  expect(errorMessage('list.column_not_sortable', { column: 'x' })).toBe('The list cannot be sorted by “x”.')
})
