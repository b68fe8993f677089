import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { inspectLimits, inspectProof, inspectSpecification } from './proof.mjs'

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

test('counts rows by their state', async () => {
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
  ['| 1 | a | yes | Missing: all |', 'has the state yes'],
  ['| 1 | a | partly | `ocpp/a.test.ts` "it\'s kept" |', 'has the state partly'],
  ['| 1 | a | not yet | `ocpp/a.test.ts` "it\'s kept" |', 'has the state not yet'],
  ['| 1 | a | surely | `ocpp/a.test.ts` "it\'s kept" |', 'has the state "surely"'],
])('rejects %s', async (row, problem) => {
  const { problems } = await inspect(row)
  expect(problems.join()).toContain(problem)
})

async function inspectRow(row: string) {
  base = await mkdtemp(join(tmpdir(), 'stationmaster-limits-'))
  await mkdir(join(base, 'docs'))
  await mkdir(join(base, 'packages/ocpp'), { recursive: true })
  await writeFile(join(base, 'packages/ocpp/a.test.ts'), "test('drops the oldest', () => {})\n")
  const head = ['| Resource | Filled by | Limit | At the limit | Test |', '|---|---|---|---|---|']
  await writeFile(join(base, 'docs/limits.md'), [...head, row].join('\n'))
  return inspectLimits(base)
}

async function inspectStatement(row: string) {
  base = await mkdtemp(join(tmpdir(), 'stationmaster-specification-'))
  await mkdir(join(base, 'docs'))
  await mkdir(join(base, 'packages/ocpp'), { recursive: true })
  await writeFile(join(base, 'packages/ocpp/a.test.ts'), "test('shows it', () => {})\n")
  const points = ['', '## Open points', '', '| Point | Brings |', '|---|---|', '| Billing | prices |']
  const shown = '| 1.0 | shown | yes | `ocpp/a.test.ts` "shows it" |'
  const head = ['', '## 1. Areas', '', '| # | Statement | State | Tests |', '|---|---|---|---|', shown]
  await writeFile(join(base, 'docs/specification.md'), [...points, ...head, row].join('\n'))
  return inspectSpecification(base)
}

describe('the list of statements', () => {
  test.each([
    '| 1.1 | a | yes | `ocpp/a.test.ts` "shows it" |',
    '| 1.1 | a | partly | `ocpp/a.test.ts` "shows it"<br>Missing: Billing: prices |',
    '| 1.1 | a | not yet | Missing: Billing |',
  ])('accepts %s', async (row) => {
    expect((await inspectStatement(row)).problems).toEqual([])
  })

  test.each([
    ['| 1.1 | a | yes | `ocpp/a.test.ts` "hides it" |', 'names "hides it"'],
    ['| 1.1 | a | yes | by hand |', 'has the state yes'],
    [
      '| 1.1 | a | not yet | Missing: later |',
      'lacks "later", which is not an open point; there are Billing',
    ],
  ])('rejects %s', async (row, problem) => {
    expect((await inspectStatement(row)).problems.join()).toContain(problem)
  })
})

describe('the inventory of limits', () => {
  test('accepts a limit with a test, or with what is missing', async () => {
    const tested = '| rows of a | a station | 50 | oldest dropped | `ocpp/a.test.ts` "drops the oldest" |'
    expect(await inspectRow(tested)).toEqual({ rows: 1, problems: [] })
    expect(await inspectRow('| rows of b | a user | 50 | refused with 400 | Missing: a test |')).toEqual({
      rows: 1,
      problems: [],
    })
  })

  test.each([
    ['| rows | a station | 50 | oldest dropped | `ocpp/a.test.ts` "keeps all" |', 'names "keeps all"'],
    ['| rows | a station | 50 | oldest dropped | tested by hand |', 'names neither a test'],
    ['| rows | a station | | oldest dropped | Missing: a test |', 'empty cell "Limit"'],
    ['| rows | a station | 50 | Missing: a test |', 'has 4 cells'],
  ])('rejects %s', async (row, problem) => {
    const { problems } = await inspectRow(row)
    expect(problems.join()).toContain(problem)
  })

  test('rejects a page without limits', async () => {
    expect((await inspectRow('')).problems.join()).toContain('lists no limit')
  })
})
