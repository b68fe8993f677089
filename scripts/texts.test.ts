import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inspectTexts } from './texts.mjs'

const good = {
  title: 'Stations',
  of: '{{part}} of {{whole}}',
  found_one: '{{count}} station',
  found_other: '{{count}} stations',
}
const many = { ...good, found_many: '{{count}} stations' }
const russian = { ...many, found_few: '{{count}} станции' }
const all = { en: good, de: good, nl: good, fr: many, it: many, ru: russian }

let base: string
afterEach(() => rm(base, { recursive: true, force: true }))

async function inspect(texts: Record<string, object>, source = ''): Promise<string[]> {
  base = await mkdtemp(join(tmpdir(), 'stationmaster-texts-'))
  const files = Object.entries(texts).map(([language, content]) => [
    `texts/${language}/crm.json`,
    JSON.stringify(content),
  ])
  for (const [path, content] of [...files, ['src/screen.tsx', source]] as [string, string][]) {
    const place = join(base, 'packages/console', path)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, content)
  }
  return inspectTexts(base)
}

test('accepts complete texts and known keys', async () => {
  const title = '«\u00a0Bornes\u00a0»\u00a0: à 08:00\u202f; où\u202f?'
  expect(
    await inspect(
      { ...all, fr: { ...many, title } },
      "t('title'); t('found', { count }); translate('crm:title'); t(`fo${x}`)",
    ),
  ).toEqual([])
})

const { title: _, ...untitled } = good
const { found_few: __, ...unfew } = russian

test.each([
  ['a missing key', { ...all, de: untitled }, 'de/crm.json: "title" is missing'],
  ['a missing plural form', { ...all, ru: unfew }, 'ru/crm.json: "found_few" is missing'],
  [
    'a plural form that the language does not have',
    { ...all, de: many },
    'de/crm.json: "found_many" is not used in this language',
  ],
  [
    'an additional key',
    { ...all, nl: { ...good, old: 'x' } },
    'nl/crm.json: "old" is not used in this language',
  ],
  [
    'another placeholder',
    { ...all, fr: { ...many, of: '{{part}} sur {{tout}}' } },
    'fr/crm.json: "of" has the placeholders {part,tout} and English has {part,whole}',
  ],
  [
    'a space at which a line breaks before a French colon',
    { ...all, fr: { ...many, title: 'Bornes : toutes' } },
    'fr/crm.json: "title": the space before ":" is U+00A0',
  ],
  [
    'a wrong space before a French question mark',
    { ...all, fr: { ...many, title: 'Bornes\u00a0?' } },
    'fr/crm.json: "title": the space before ";", "!" and "?" is U+202F',
  ],
  [
    'French quotation marks without their spaces',
    { ...all, fr: { ...many, title: '«\u00a0Bornes»' } },
    'fr/crm.json: "title": the spaces inside « » are U+00A0',
  ],
  ['an empty text', { ...all, it: { ...many, title: ' ' } }, 'it/crm.json: "title" is empty'],
])('finds %s', async (_name, texts, line) => {
  expect(await inspect(texts)).toEqual([line])
})

// Proves F20, S1.6
test('finds a text that was not translated', async () => {
  const lead = { lead: 'Nothing of this was translated' }
  const texts = {
    ...all,
    en: { ...good, ...lead },
    de: { ...good, ...lead },
    nl: { ...good, lead: 'Niets hiervan is vertaald' },
  }
  const found = await inspect({
    ...texts,
    fr: { ...many, ...lead },
    it: { ...many, lead: 'Niente' },
    ru: { ...russian, lead: 'Ничего' },
  })
  expect(found).toEqual(['de/crm.json: "lead" is still English', 'fr/crm.json: "lead" is still English'])
})

test('finds a missing file', async () => {
  const { nl: _nl, ...rest } = all
  expect(await inspect(rest)).toEqual(['nl/crm.json is missing or not JSON'])
})

test('finds a key that no file contains', async () => {
  expect(await inspect(all, "t('tittle'); translate('crm:nothing'); t(`states.${x}`)")).toEqual([
    'packages/console/src/screen.tsx uses the key "tittle", which does not exist',
    'packages/console/src/screen.tsx uses the key "crm:nothing", which does not exist',
    'packages/console/src/screen.tsx uses the key "states.…", which does not exist',
  ])
})

test('finds a colon that the language cannot change', async () => {
  expect(await inspect(all, "<p>{t('title')}: {name} {`${t('title')}: ${name}`}</p>")).toEqual([
    "packages/console/src/screen.tsx writes a colon after t('title'); each language has its own",
  ])
})
