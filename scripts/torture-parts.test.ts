import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './files.mjs'
import { parts, runParts } from './torture-parts.mjs'

it.each([
  ['while a part runs', 'run fuzz', ['run crash', 'store crash', 'run fuzz'], ['crash']],
  [
    'while a result is stored',
    'store fuzz',
    ['run crash', 'store crash', 'run fuzz', 'store fuzz'],
    ['crash', 'fuzz'],
  ],
])('a signal %s ends the run', async (_, last, expected, finished) => {
  const stop = new AbortController()
  const steps: string[] = []
  const take = (step: string) => {
    steps.push(step)
    if (step === last) stop.abort()
  }
  const results = await runParts(['crash', 'fuzz', 'jobs'], {
    run: async (part: string) => {
      take(`run ${part}`)
      return part
    },
    store: async (part: string) => take(`store ${part}`),
    signal: stop.signal,
  })
  expect(steps).toEqual(expected)
  expect(results).toEqual(finished)
})

/** Returns the names of the parts with a mark, as a sentence lists them. */
function namesOf(mark: 'isSeparate' | 'areJoined'): string {
  const names = Object.keys(parts).filter((name) => parts[name]![mark])
  return new Intl.ListFormat('en-GB').format(names.map((name) => `\`${name}\``))
}

it('the page of proof and the tests agree with the list of parts', async () => {
  const page = (await readFile(join(root, 'docs/proof.md'), 'utf8')).replaceAll(/\s+/g, ' ')
  expect(page).toContain(`all but ${namesOf('isSeparate')} with few rounds`)
  expect(page).toContain(`the whole part for ${namesOf('areJoined')}, whose rounds`)
  for (const [name, { file, test = '', isSeparate = false }] of Object.entries(parts)) {
    const text = await readFile(join(root, file), 'utf8')
    expect(text, name).toContain(`new Torture('${name}'`)
    expect(text, name).toContain(test)
    expect(text.includes('describe.runIf(isTorture)'), name).toBe(isSeparate)
  }
})
