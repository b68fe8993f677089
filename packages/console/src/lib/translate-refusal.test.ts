import { errorMessage, errors, stationSet } from '@stationmaster/contract'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ready } from '../../test/render.tsx'
import de from '../../texts/de/errors.json'
import en from '../../texts/en/errors.json'
import fr from '../../texts/fr/errors.json'
import italian from '../../texts/it/errors.json'
import nl from '../../texts/nl/errors.json'
import ru from '../../texts/ru/errors.json'
import { call } from './call.ts'
import { applyPageConfig } from './page-config.ts'
import { onRefusal } from './refusal.ts'
import { changeLanguage } from './texts.ts'
import { translateRefusal } from './translate-refusal.ts'

const languages = { en, de, fr, it: italian, ru, nl }
const codes = Object.keys(errors) as (keyof typeof errors)[]

beforeAll(async () => {
  await ready()
  onRefusal(translateRefusal)
  applyPageConfig({ authorize: false, debug: false })
})
afterEach(() => vi.unstubAllGlobals())

describe.each(Object.entries(languages) as [keyof typeof languages, object][])(
  'the texts of errors in %s',
  (language, texts) => {
    it('exist for every code that the server can return, and for no other', () => {
      const found = Object.entries(texts).flatMap(([area, reasons]) =>
        Object.keys(reasons).map((reason) => `${area}.${reason}`),
      )
      expect(found.sort()).toEqual([...codes].sort())
    })

    it('are shown instead of the message of the server', async () => {
      await changeLanguage(language)
      try {
        for (const code of codes) {
          const params = Object.fromEntries(
            [...errors[code].message.matchAll(/{{(\w+)(, number)?}}/g)].map(([, name, isNumber]) => [
              name!,
              isNumber ? 7 : 'x',
            ]),
          )
          const shown = await refusalOf({ code, message: 'Message of the server.', params })
          expect(shown, code).not.toMatch(/{{|}}|Message of the server/)
          if (language === 'en') expect(shown).toBe(errorMessage(code, params))
          else expect(shown, code).not.toBe(errorMessage(code, params))
        }
      } finally {
        await changeLanguage('en')
      }
    })
  },
)

const refusalOf = async (refused: object): Promise<string> => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: refused }, { status: 409 })))
  const failure = await call(stationSet, { id: null }).catch((thrown: Error) => thrown)
  return (failure as Error).message
}

it.each([
  [
    { code: 'station.identity_taken', message: 'exists' },
    'Eine Ladestation mit dieser Kennung existiert bereits.',
  ],
  [
    { code: 'ip_network.invalid', message: '"999" is neither', params: { value: '999' } },
    '„999“ ist weder eine Adresse noch ein Netz wie 192.0.2.0/24 oder 2001:db8::/32.',
  ],
  [
    { code: 'local_list.too_long', message: 'long', params: { length: 1200, limit: 100 } },
    'Die Liste hat 1.200 Einträge; die Ladestation nimmt höchstens 100 in einer Nachricht an (SendLocalListMaxLength).',
  ],
  [
    {
      code: 'script.failed_at',
      message: 'failed',
      params: { event: 'Lend', line: 3, reason: 'taken' },
      cause: { code: 'value.code_taken', message: 'taken' },
    },
    'Das Skript „Lend“ ist in Zeile 3 fehlgeschlagen: Dieser Code ist bereits vergeben.',
  ],
  [
    { code: 'script.failed', message: 'failed', params: { event: 'Lend', reason: 'no ladder' } },
    'Das Skript „Lend“ ist fehlgeschlagen: no ladder',
  ],
  [{ code: 'of.another_version', message: 'As it came.' }, 'As it came.'],
])('translates a refusal into the language of the page: %#', async (error, words) => {
  await changeLanguage('de')
  try {
    expect(await refusalOf(error)).toBe(words)
  } finally {
    await changeLanguage('en')
  }
})

it('names the allowed types in the words of the language', async () => {
  await changeLanguage('de')
  try {
    const refused = { code: 'value.type', message: '', params: { type: 'integer, null' } } as const
    expect(await translateRefusal(refused)).toBe('Der Wert hat den falschen Typ. Erlaubt: ganze Zahl, leer')
  } finally {
    await changeLanguage('en')
  }
})
