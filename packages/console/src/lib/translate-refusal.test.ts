import { generalCodes, schemaRules, specificCodes, stationSet } from '@stationmaster/contract'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ready } from '../../test/render.tsx'
import de from '../../texts/de/refusals.json'
import en from '../../texts/en/refusals.json'
import fr from '../../texts/fr/refusals.json'
import italian from '../../texts/it/refusals.json'
import nl from '../../texts/nl/refusals.json'
import ru from '../../texts/ru/refusals.json'
import { call, onRefusal } from './call.ts'
import { applyPageConfig } from './page-config.ts'
import { changeLanguage } from './texts.ts'
import { translateRefusal } from './translate-refusal.ts'

const codes = [...generalCodes, ...specificCodes]
const languages = { en, de, fr, it: italian, ru, nl }

beforeAll(async () => {
  await ready()
  onRefusal(translateRefusal)
  applyPageConfig({ authorize: false, debug: false })
})
afterEach(() => vi.unstubAllGlobals())

describe.each(Object.entries(languages))('the texts of refusals in %s', (_, { rules, ...texts }) => {
  it('exist for every code that the server can return, and for no other', () => {
    expect(Object.keys(texts).sort()).toEqual([...codes].sort())
    expect(Object.keys(rules).sort()).toEqual([...schemaRules].sort())
  })
})

const refusalOf = async (refused: object): Promise<string> => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: refused }, { status: 409 })))
  const failure = await call(stationSet, { id: null }).catch((thrown: Error) => thrown)
  return (failure as Error).message
}

it.each([
  [{ code: 'identity_taken', message: 'exists' }, 'Eine Station mit dieser Kennung gibt es bereits.'],
  [
    { code: 'network_invalid', message: '"999" is neither', params: { value: '999' } },
    '„999“ ist weder eine Adresse noch ein Netz wie 192.0.2.0/24 oder 2001:db8::/32.',
  ],
  [{ code: 'invalid', message: 'must match format "uuid"', params: { rule: 'uuid' } }, 'Das ist keine ID.'],
  [
    { code: 'list_too_long', message: 'long', params: { length: 1200, limit: 100 } },
    'Die Liste hat 1.200 Einträge; die Station nimmt höchstens 100 in einer Nachricht an (SendLocalListMaxLength).',
  ],
  [
    {
      code: 'quota_exceeded',
      message: 'full',
      params: { resource: 'stations', limit: 1000, withdeleted: false },
    },
    'Das Konto hat sein Kontingent an Stationen ausgeschöpft: 1.000. Löschen Sie, was Sie nicht mehr brauchen, oder bitten Sie die Administration, das Kontingent zu erhöhen.',
  ],
  [
    { code: 'quota_exceeded', message: 'full', params: { resource: 'cards', limit: 20, withdeleted: true } },
    'Das Konto hat sein Kontingent an Karten ausgeschöpft: 20. Hier zählen auch gelöschte Einträge. Bitten Sie die Administration, das Kontingent zu erhöhen.',
  ],
  [{ code: 'quota_exceeded', message: 'No more boats.', params: { resource: 'boats' } }, 'No more boats.'],
  [
    { code: 'conflict', message: 'Already settled.' },
    'Das widerspricht den gespeicherten Daten. Already settled.',
  ],
  [{ code: 'of-another-version', message: 'As it came.' }, 'As it came.'],
])('translates a refusal into the language of the page: %#', async (error, words) => {
  await changeLanguage('de')
  try {
    expect(await refusalOf(error)).toBe(words)
  } finally {
    await changeLanguage('en')
  }
})

it('keeps the English message of the server for a general code', async () => {
  expect(await refusalOf({ code: 'conflict', message: 'Already settled.' })).toBe('Already settled.')
})
