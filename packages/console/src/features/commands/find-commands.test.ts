import { expect, it } from 'vitest'
import de from '../../../texts/de/ocpp.json'
import en from '../../../texts/en/ocpp.json'
import fr from '../../../texts/fr/ocpp.json'
import ru from '../../../texts/ru/ocpp.json'
import { findCommands } from './find-commands.ts'

const languages: Record<string, Record<'about' | 'purposes', Record<string, string>>> = { de, en, fr, ru }
const find = (text: string, language = 'en') =>
  findCommands(text, (key, name) => languages[language]![key][name]!).map(({ action }) => action)

it.each([
  ['reset', 'Reset'],
  ['unlockc', 'UnlockConnector'],
  ['set pro', 'SetChargingProfile'],
  ['plug', 'UnlockConnector'],
  ['RemoteStopTransaction', 'RemoteStopTransaction'],
])('finds by name and purpose: %s', (text, action) => {
  expect(find(text)[0]).toBe(action)
})

it.each([
  ['rest', 'Reset'],
  ['resset', 'Reset'],
  ['rseet', 'Reset'],
  ['unlok', 'UnlockConnector'],
  ['firmwere', 'UpdateFirmware'],
])('finds with one typo: %s', (text, action) => {
  expect(find(text)).toContain(action)
})

it.each([
  ['de', 'neu starten', 'Reset'],
  ['fr', 'redemarre', 'Reset'],
  ['ru', 'перезапуск', 'Reset'],
])('finds in the language of the user (%s): %s', (language, text, action) => {
  expect(find(text, language)).toContain(action)
})

it('finds nothing for an empty text or an unknown command', () => {
  for (const text of ['', '  ', '-', 'xyzzy', 'CP-0001']) expect(find(text), text).toEqual([])
})
