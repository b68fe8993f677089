import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createScripts } from './create-scripts.ts'
import type { ScriptRun } from './script.ts'

const page = readFileSync(new URL('../../../../../docs/scripts.md', import.meta.url), 'utf8')
const example = /### (.+)\n\n```json\n([^`]+)```\n```js\n([\s\S]+?)```\n```json\n([^`]+)```/g
const examples = [...page.matchAll(example)].map(([, title, given, source, wanted]) => ({
  title: title!,
  given: JSON.parse(given!) as Partial<ScriptRun['object']> & Pick<ScriptRun, 'event' | 'params'>,
  source: source!,
  wanted: JSON.parse(wanted!) as unknown,
}))
const scripts = createScripts({ limits: { silentMs: 5_000 } })
afterAll(() => scripts.close())

test('reads every example of the page', () => {
  expect(examples).toHaveLength(page.split('## Examples')[1]!.split('\n### ').length - 1)
  expect(examples.length).toBeGreaterThan(4)
})

// Proves O11
test.each(examples)(
  '$title: returns the effects that the page describes',
  async ({ given, source, wanted }) => {
    const { event, params, ...object } = given
    const outcome = await scripts.runScript({
      source,
      object: {
        id: '0193a0b4-0000-7000-8000-000000000001',
        class: '',
        type: null,
        state: null,
        label: 'object',
        tags: [],
        owner: null,
        account: null,
        fields: {},
        ...object,
      },
      event,
      params,
      now: new Date('2026-01-02T03:04:05.006Z'),
    })
    expect(outcome.error).toBeUndefined()
    expect(outcome.effects).toEqual(wanted)
  },
)
