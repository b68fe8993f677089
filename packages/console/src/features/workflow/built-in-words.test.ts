import type { AnswerOf, workflowClassGet } from '@stationmaster/contract'
import { expect, it } from 'vitest'
import german from '../../../texts/de/workflow-words.json'
import { builtInWords } from './built-in-words.ts'

type Model = AnswerOf<typeof workflowClassGet>

const inGerman = (key: string): string => {
  let at: unknown = german
  for (const step of key.split('.')) at = (at as Record<string, unknown>)[step]
  return String(at)
}
const words = builtInWords(inGerman)

const own = {
  id: '1',
  classcode: 'charge_point',
  inherited: false,
  system: true,
  version_no: 1,
  sequence: 10,
}
const station: Model['class'] = {
  id: 'charge_point',
  code: 'charge_point',
  parentcode: 'device',
  entity: 'charge_point',
  name: 'Station',
  description: null,
  abstract: false,
  system: true,
  sequence: 60,
  version_no: 1,
}
const device = { ...station, code: 'device', name: 'Device', description: 'Reports its states itself' }
const free = { ...own, code: 'available', label: 'Available', statetypecode: 'enabled' as const }
const enable = {
  ...own,
  code: 'enable',
  actioncode: 'enable',
  label: 'Enable',
  visible: true,
  stateid: null,
  statecode: null,
}
const model: Model = {
  class: station,
  ancestors: [device],
  types: [{ ...own, code: 'public', name: 'Public', description: 'Only for friends' }],
  states: [free, { ...free, label: 'Free' }, { ...free, system: false }, { ...free, code: 'parked' }],
  actions: [{ id: 'enable', code: 'enable', label: 'Enable', sequence: 10, system: true, version_no: 1 }],
  methods: [enable, { ...enable, classcode: 'connector', code: 'cancel', label: 'Cancel reservation' }],
  transitions: [],
  events: [
    {
      ...own,
      actioncode: 'disable',
      kind: 'handler',
      label: 'Close connection',
      handler: 'station.close',
      script: null,
      enabled: true,
    },
  ],
  handlers: [],
  fixed: true,
}

it('translates built-in rows, and shows custom names as stored', () => {
  const translated = words.ofModel(model)
  expect(translated.ancestors).toMatchObject([{ name: 'Gerät', description: 'Meldet seine Zustände selbst' }])
  // name unchanged, custom description
  expect(translated.types).toMatchObject([{ name: 'Öffentlich', description: 'Only for friends' }])
  // built-in, renamed, created by an administrator, unknown built-in code
  expect(translated.states.map(({ label }) => label)).toEqual(['Verfügbar', 'Free', 'Available', 'Available'])
  expect(translated.actions.map(({ label }) => label)).toEqual(['Aktivieren'])
  expect(translated.methods.map(({ label }) => label)).toEqual(['Aktivieren', 'Reservierung stornieren'])
  expect(translated.events.map(({ label }) => label)).toEqual(['Verbindung trennen'])
  expect(words.stateOfObject('disabled', 'Disabled')).toBe('Deaktiviert')
  expect(words.stateOfObject('constructor', 'Built')).toBe('Built')
  expect(words.methodOfObject('enable', 'Open')).toBe('Open')
})
