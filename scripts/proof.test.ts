import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inspectProof } from './proof.mjs'

let base = ''
afterEach(() => rm(base, { recursive: true }))

async function inspect(...rows: string[]) {
  base = await mkdtemp(join(tmpdir(), 'stationmaster-proof-'))
  await mkdir(join(base, 'docs'))
  await mkdir(join(base, 'packages/ocpp'), { recursive: true })
  await writeFile(join(base, 'packages/ocpp/a.test.ts'), "test('it\\'s kept', () => {})\n")
  const head = ['| # | What must hold | State | Shown by |', '|---|---|---|---|']
  await writeFile(join(base, 'docs/proof.md'), [...head, ...rows].join('\n'))
  return inspectProof(base)
}

test('rows are counted by their state', async () => {
  const { counts, problems } = await inspect(
    '| 1 | a | yes | `ocpp/a.test.ts` "it\'s kept" |',
    '| 2 | b | partly | `ocpp/a.test.ts` "it\'s kept"<br>Missing: c |',
    '| 3 | d | not yet | Missing: e |',
  )
  expect(problems).toEqual([])
  expect([...counts.values()]).toEqual([1, 1, 1])
})

test.each([
  ['| 1 | a | yes | `ocpp/a.test.ts` "something else" |', 'names "something else"'],
  ['| 1 | a | yes | `ocpp/b.test.ts` "it\'s kept" |', 'which does not exist'],
  ['| 1 | a | yes | Missing: all |', 'says yes'],
  ['| 1 | a | partly | `ocpp/a.test.ts` "it\'s kept" |', 'says partly'],
  ['| 1 | a | not yet | `ocpp/a.test.ts` "it\'s kept" |', 'says not yet'],
  ['| 1 | a | surely | `ocpp/a.test.ts` "it\'s kept" |', 'has the state "surely"'],
])('%s is refused', async (row, problem) => {
  const { problems } = await inspect(row)
  expect(problems.join()).toContain(problem)
})
