import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'

type Words = { [key: string]: string | Words }

/** English texts of the console for built-in rows, by which it finds the translations. */
const words: Words = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../console/texts/en/workflow-words.json`, 'utf8'),
)

function wordAt(key: string): string | undefined {
  let at: string | Words | undefined = words
  for (const step of key.split('.')) at = typeof at === 'object' ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

/** Texts that the migrations have stored, each with the keys of the console that may contain it. */
const stored = `
  select name as text, array['classes.' || code] as keys from classes where is_system
  union all select description, array['abouts.' || code] from classes where is_system and description is not null
  union all select name, array['types.' || class_code || '.' || code] from class_types where is_system
  union all select description, array['typeAbouts.' || class_code || '.' || code] from class_types
    where is_system and description is not null
  union all select label, array['states.' || class_code || '.' || code] from class_states where is_system
  union all select label, array['actions.' || code] from workflow_actions where is_system
  union all select label, array['methods.' || class_code || '.' || code, 'actions.' || code] from class_methods where is_system`

test('the console has a text for each label of a built-in row', async () => {
  const { rows } = await fresh.pool.query<{ text: string; keys: string[] }>(stored)
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ text, keys }) => !keys.some((key) => wordAt(key) === text))).toEqual([])
})

test('the console has a text for each label of an event, and no other', async () => {
  const { rows } = await fresh.pool.query<{ label: string }>(
    "select distinct label from class_events where is_system and kind <> 'parent' order by label",
  )
  expect(Object.values(words.events!).sort()).toEqual(rows.map(({ label }) => label))
})
