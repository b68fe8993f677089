import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeTests } from './generate-proof.mjs'
import { inspectRules } from './proof.mjs'

const test1 = "// Proves G1, S1.1, L1\ntest('it\\'s stored', () => {})\n"
const proofHead = '| # | What must hold | State | Missing, remarks |\n|---|---|---|---|\n'
const statementHead = '| # | Statement | State | Missing |\n|---|---|---|---|\n'
const limitHead = '| # | Resource | Filled by | Limit | At the limit |\n|---|---|---|---|---|\n'
const points =
  '# Statements\n\n## Open points\n\n| Point | Brings |\n|---|---|\n| Billing | prices |\n\n## 1. Areas\n\n'

let base = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'stationmaster-proof-'))
  await mkdir(join(base, 'docs'))
  await mkdir(join(base, 'packages/ocpp'), { recursive: true })
})
afterEach(() => rm(base, { recursive: true }))

/** Writes three valid documents and a test file, each with additions. */
async function plant({ proof = '', statements = '', limits = '', source = '' }) {
  await writeFile(join(base, 'docs/proof.md'), `${proofHead}| G1 | a | yes | |\n${proof}`)
  await writeFile(
    join(base, 'docs/specification.md'),
    `${points}${statementHead}| S1.1 | a | yes | |\n${statements}`,
  )
  await writeFile(
    join(base, 'docs/limits.md'),
    `${limitHead}| L1 | rows | a station | 50 | oldest removed |\n${limits}`,
  )
  await writeFile(join(base, 'packages/ocpp/a.test.ts'), `${test1}${source}`)
}

async function problemsOf(planted: Parameters<typeof plant>[0]) {
  await plant(planted)
  return (await inspectRules(base)).problems
}

const listed = async () => (await readFile(join(base, 'docs/proof.md'), 'utf8')).split('\n').slice(3)

describe('the check of rules', () => {
  test('counts rules by document and state', async () => {
    await plant({
      proof: '| G2 | b | partly | Missing: c |\n| G3 | d | not yet | Missing: e |\n',
      limits: '| L2 | rows of b | a user | 50 | refused. Missing: a test |\n',
      source: "// Proves G2\ntest('b', () => {})\n",
    })
    const { counts, problems } = await inspectRules(base)
    expect(problems).toEqual([])
    expect(counts).toEqual({
      'docs/proof.md': { yes: 1, partly: 1, 'not yet': 1 },
      'docs/specification.md': { yes: 1 },
      'docs/limits.md': { limits: 2 },
    })
  })

  test.each([
    ['| G2 | a | yes | |', 'docs/proof.md:4: G2 has the state yes without a test'],
    ['| G2 | a | partly | Missing: b |', 'G2 has the state partly without a test'],
    ['| G2 | a | not yet | |', 'G2 has the state not yet with a test, or without what is missing'],
    ['| G2 | a | surely | Missing: b |', 'G2 has the state "surely"'],
    ['| G1 | a | yes | |', 'G1 is also the id of docs/proof.md:3'],
    ['| S1.1 | a | yes | |', 'S1.1 is also the id of docs/proof.md:4'],
    ['| first | a | yes | |', '"first" is not the id of a rule'],
    ['| G2 | a | not yet | Missing: b | c |', 'G2 has 5 cells; there are 4'],
  ])('rejects the rule %s', async (row, problem) => {
    expect((await problemsOf({ proof: `${row}\n` })).join('\n')).toContain(problem)
  })

  test('rejects a statement that lacks anything but an open point', async () => {
    const [accepted, rejected] = ['Billing: prices', 'later'].map(
      (gap) => `| S1.2 | b | not yet | Missing: ${gap} |\n`,
    )
    expect(await problemsOf({ statements: accepted })).toEqual([])
    expect(await problemsOf({ statements: rejected })).toEqual([
      'docs/specification.md:14: S1.2 lacks "later", which is not an open point; there are Billing',
    ])
  })

  test.each([
    ['| L2 | rows | a station | 50 | oldest removed |', 'L2 has neither a test nor what is missing'],
    ['| L2 | rows | a station | | Missing: a test |', 'L2 has an empty cell "Limit"'],
    ['| L2 | rows | a station | Missing: a test |', 'L2 has 4 cells'],
  ])('rejects the limit %s', async (row, problem) => {
    expect((await problemsOf({ limits: `${row}\n` })).join('\n')).toContain(problem)
  })

  test('rejects a document without rules', async () => {
    await plant({})
    await writeFile(join(base, 'docs/limits.md'), limitHead)
    expect((await inspectRules(base)).problems).toContain('docs/limits.md lists no rule')
  })
})

describe('a comment with ids', () => {
  test.each([
    ['// Proves G9\ntest("b", () => {})', 'packages/ocpp/a.test.ts:3: G9 is not the id of a rule'],
    ['// Proves G1, G1\ntest("b", () => {})', 'a.test.ts:3: repeats G1'],
    ['// Proves G1\n// Proves S1.1\ntest("b", () => {})', 'a.test.ts:4: a second comment with ids'],
    ['// Proves G1\ntest("it\'s stored", () => {})', 'a.test.ts:3: another test with G1 has the same title'],
    ['// proves: G1\ntest("b", () => {})', '"// proves: G1" is not a list of ids'],
    ['// Proves G1\nconst b = 1', 'a.test.ts:3: "// Proves G1" is not above a test'],
    ['// Proves G1', '"// Proves G1" is not above a test'],
    ['test("G1, Q2: b", () => {})', 'a.test.ts:3: the title begins with G1, Q2'],
    ['test.each([\n  ["G1: b", 1],\n])("%s", () => {})', 'a.test.ts:4: the title begins with G1'],
  ])('is rejected in %s', async (source, problem) => {
    expect((await problemsOf({ source })).join('\n')).toContain(problem)
  })
})

describe('the list of tests', () => {
  test('is written below the table of its rules, with titles of tests, groups and rows', async () => {
    await plant({
      proof: '| G2 | b | partly | Missing: c |\n\nText after it.\n',
      source: [
        "describe('a station', () => {",
        '  // Why this exists.',
        '  // Proves G2',
        '  // It takes a while.',
        "  it.each([1, 2])('stores %i of __proto__', () => {})",
        '  test.each([',
        '    // Proves G2',
        "    ['a list', 1],",
        "  ])('refuses %s in time', () => {})",
        '  // Proves G1',
        '  test(`counts ${rounds} rounds`, () => {})',
        '})',
        '// Proves G2',
        "describe('a user', () => {})",
      ].join('\n'),
    })
    expect(await writeTests(base)).toBe(true)
    expect(await listed()).toEqual([
      '| G2 | b | partly | Missing: c |',
      '',
      '<!-- tests:begin (npm run generate) -->',
      '<details>',
      '<summary>Tests</summary>',
      '',
      '- **G1**',
      '  - `packages/ocpp/a.test.ts` "it\'s stored"',
      '  - `packages/ocpp/a.test.ts` "a station › counts ${rounds} rounds"',
      '- **G2**',
      '  - `packages/ocpp/a.test.ts` "a station › stores %i of \\_\\_proto\\_\\_"',
      '  - `packages/ocpp/a.test.ts` "a station › refuses a list in time"',
      '  - `packages/ocpp/a.test.ts` "a user"',
      '',
      '</details>',
      '<!-- tests:end -->',
      '',
      'Text after it.',
      '',
    ])
    expect((await inspectRules(base)).problems).toEqual([])
  })

  test('is rewritten only if a title or an id changed', async () => {
    await plant({})
    await writeTests(base)
    expect(await writeTests(base)).toBe(false)
    const first = await listed()
    await writeFile(join(base, 'packages/ocpp/a.test.ts'), test1.replace('stored', 'counted'))
    expect(await writeTests(base)).toBe(true)
    expect(await listed()).toEqual(first.map((line) => line.replace('stored', 'counted')))
  })
})
