import { readFileSync } from 'node:fs'
import type { AnswerOf, workflowClassGet } from '@stationmaster/contract'
import { expect, it } from 'vitest'
import seeded from '../../../texts/en/workflow-words.json'
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

const row = (classcode: string, code: string, label: string) => ({ ...own, classcode, code, label })

/** Returns the texts that a migration inserts into a table, per row. */
function seedsOf(sql: string, table: string): string[][] {
  const from = sql.split(`insert into ${table} (`)[1]?.split(';\n')[0] ?? ''
  return [...from.matchAll(/\(('[^()]*)\)/g)].map(([, row = '']) =>
    [...row.matchAll(/'([^']*)'|\bnull\b/g)].map(([, text = '']) => text),
  )
}

const migration = (name: string): string =>
  readFileSync(`${import.meta.dirname}/../../../../server/src/storage/migrations/${name}.sql`, 'utf8')

/** The seeds of a migration as migrations 0059 and 0060 rename them. */
function renamedSeeds(name: string): string {
  const seeds = migration(name)
    .replace(/'settle'/g, "'resolve'")
    .replace(/'Settle'/g, "'Resolve'")
    .replace(/'hold', 'Hold(?: for a person)?'/g, "'review', 'Require review'")
    .replace(/'held', 'Held'/g, "'needs_review', 'Needs review'")
    .replace('Count what the meter told', 'Count what the meter reported')
  const pairs = [...migration('0060_workflow-labels').matchAll(/'([^']*)', '([^']*)'\)/g)]
  return pairs.reduce((text, [, old, label]) => text.replaceAll(`'${old}'`, `'${label}'`), seeds)
}

/** Migrations that add built-in classes. */
const laterClasses = [
  '0077_clients',
  '0079_sites',
  '0082_incidents',
  '0091_access-rules',
  '0095_cars',
] as const

it('has a translation for every label that the installation writes', () => {
  const model19 = renamedSeeds('0019_workflow')
  const events20 = renamedSeeds('0020_script-runs')
  const translated = builtInWords((key) => `translated ${key}`)
  const later = (table: string) => laterClasses.flatMap((name) => seedsOf(migration(name), table))
  const classes = [...seedsOf(model19, 'classes'), ...later('classes')].map(
    ([code = '', , , name = '', about = '']) =>
      translated.ofClass({ ...station, code, name, description: about || null }),
  )
  const whole = translated.ofModel({
    ...model,
    types: [
      ...seedsOf(model19, 'class_types').map(([of = '', code = '', name = '', about = '']) => ({
        ...row(of, code, name),
        name,
        description: about || null,
      })),
      ...later('class_types').map(([of = '', code = '', name = '']) => ({
        ...row(of, code, name),
        name,
        description: null,
      })),
    ],
    states: seedsOf(model19, 'class_states').map(([of = '', code = '', label = '']) => ({
      ...free,
      ...row(of, code, label),
    })),
    actions: seedsOf(model19, 'workflow_actions').map(([code = '', label = '']) => ({
      ...model.actions[0]!,
      code,
      label,
    })),
    methods: seedsOf(model19, 'class_methods').map(([of = '', code = '', label = '']) => ({
      ...enable,
      ...row(of, code, label),
      actioncode: code,
    })),
    events: [
      ...seedsOf(model19, 'class_events').map(([of = '', action = '', label = '']) => row(of, action, label)),
      ...seedsOf(events20, 'class_events').map(([of = '', action = '', , label = '']) =>
        row(of, action, label),
      ),
    ].map((event) => ({ ...model.events[0]!, ...event })),
  })
  const counts = [classes, whole.types, whole.states, whole.actions, whole.methods, whole.events]
  expect(counts.map((rows) => rows.length)).toEqual([17, 21, 40, 33, 44, 11])
  const names = [...classes, ...whole.types].flatMap(({ name, description }) => [
    name,
    description ?? 'translated',
  ])
  const labels = [whole.states, whole.actions, whole.methods, whole.events].flat().map(({ label }) => label)
  expect([...names, ...labels].filter((word) => !word.startsWith('translated'))).toEqual([])
  expect(Object.keys(seeded.events)).toHaveLength(5)
})
