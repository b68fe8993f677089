import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inspectLanguage, subjectProblem } from './language.mjs'

let folder: string

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'stationmaster-language-'))))
afterEach(() => rm(folder, { recursive: true }))

async function plant(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const source = 'packages/server/src/planted.ts'

describe('the language check', () => {
  it('finds listed words as parts of identifiers, also of properties and private members', async () => {
    await plant(
      source,
      `export const isTold = 1\nexport class WebHouse {\n  #deafLine = { keptRows: isTold }\n}\n`,
    )
    const { identifiers } = await inspectLanguage(folder)
    expect(identifiers).toEqual([
      `${source}:1: isTold`,
      `${source}:2: WebHouse`,
      `${source}:3: #deafLine`,
      `${source}:3: keptRows`,
      `${source}:3: isTold`,
    ])
  })

  it('finds listed words in comments, but not in strings of code', async () => {
    await plant(source, `// Nobody reads this.\nexport const text = 'nobody' /* told anew */\n`)
    expect((await inspectLanguage(folder)).prose).toEqual([
      `${source}:1: Nobody`,
      `${source}:2: told`,
      `${source}:2: anew`,
    ])
  })

  it('distinguishes comments from literals that look like them', async () => {
    const path = 'packages/console/src/planted.tsx'
    const template = '`// told ${"/* told */" /* anew */} // told`'
    const pattern = '/[/*] told [*/]/'
    await plant(path, `export const a = [${template}, ${pattern}] // nobody\n`)
    await plant(
      path.replace('.tsx', '-part.tsx'),
      'export const b = <p>// told {/* deaf */} /* told */</p>\n',
    )
    expect((await inspectLanguage(folder)).prose?.toSorted()).toEqual([
      'packages/console/src/planted-part.tsx:1: deaf',
      'packages/console/src/planted.tsx:1: anew',
      'packages/console/src/planted.tsx:1: nobody',
    ])
  })

  it('finds listed words in documents and in English texts only', async () => {
    await plant('docs/planted.md', '# Title\n\nThe wall is raised.\n')
    await plant('packages/console/texts/en/planted.json', '{ "a": "Somebody else was faster" }')
    await plant('packages/console/texts/de/planted.json', '{ "a": "nobody" }')
    expect((await inspectLanguage(folder)).prose).toEqual([
      'docs/planted.md:3: wall',
      'packages/console/texts/en/planted.json:1: Somebody',
    ])
  })

  it('finds doc comments that begin without a verb', async () => {
    await plant(
      source,
      `/** What it is. */\nexport const a = 1\n/**\n * Whether it is. */\nexport const b = 1\n/** Returns it. */\nexport const c = 1\n// How it works\n`,
    )
    expect((await inspectLanguage(folder))['doc comments']).toEqual([
      `${source}:1: What it is. */`,
      `${source}:3: Whether it is. */`,
    ])
  })

  it('finds errors that are recognised by their text', async () => {
    await plant(source, `export const a = (e: Error) => e.message.startsWith('no') || e.message === 'gone'\n`)
    await plant(
      'packages/server/src/planted.test.ts',
      `export const a = (e: Error) => e.message.includes('no')\n`,
    )
    expect((await inspectLanguage(folder))['errors by sentence']).toHaveLength(2)
  })

  it('finds comments that disable lint rules without a reason', async () => {
    const lines = [
      '// eslint-disable-next-line max-params',
      '/* oxlint-disable max-lines, max-params */',
      '// oxlint-disable-next-line max-params -- a library defines them',
      "export const text = '// oxlint-disable-next-line max-params'",
    ]
    await plant(source, lines.join('\n'))
    expect((await inspectLanguage(folder))['disabled lint rules']).toEqual([
      `${source}:1: eslint-disable-next-line max-params`,
      `${source}:2: oxlint-disable max-lines, max-params */`,
    ])
  })

  it('leaves migrations and generated files alone', async () => {
    await plant('packages/server/src/storage/migrations/0001_a.sql', '-- told')
    await plant('packages/server/src/told.gen.ts', '/** What was told. */\nexport const told = 1\n')
    expect(Object.values(await inspectLanguage(folder)).flat()).toEqual([])
  })
})

it.each([
  ['cards: reject an expired card at authorize', null],
  ['cards, web: add a filter', null],
  ['cards: rejected an expired card', '"rejected" is not imperative'],
  ['cards: rejecting expired cards', '"rejecting" is not imperative'],
  ['cards: add a filter.', 'ends with a full stop'],
  ['Reject expired cards', 'not in the form "area: verb …"'],
  [`cards: ${'reject '.repeat(11)}`, '84 characters'],
])('the subject "%s" has the problem: %s', (subject, problem) => {
  expect(subjectProblem(subject)).toBe(problem)
})
