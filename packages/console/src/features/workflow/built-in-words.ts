import type { AnswerOf, workflowClassGet } from '@stationmaster/contract'
import { useMemo } from 'react'
import seeded from '../../../texts/en/workflow-words.json'
import { useTexts } from '../../lib/texts.ts'

type Model = AnswerOf<typeof workflowClassGet>
type Place = { [key: string]: string | Place }

/** Translates a key of the texts `workflow-words`. */
type Translate = (key: string) => string

/** Returns the English text of a key as the installation stored it; undefined if there is none. */
function seededAt(key: string): string | undefined {
  let at: string | Place | undefined = seeded
  for (const step of key.split('.'))
    at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Returns the translation of a stored label; the stored one if a user renamed the row. */
function wordAt(translate: Translate, stored: string, ...keys: readonly string[]): string {
  const key = keys.find((known) => seededAt(known) === stored)
  return key === undefined ? stored : translate(key)
}

const aboutAt = (translate: Translate, stored: string | null, key: string): string | null =>
  stored === null ? null : wordAt(translate, stored, key)

/** The label of an event describes its function, so the same function has the same text everywhere. */
const eventKeys = Object.keys(seeded.events).map((key) => `events.${key}`)

/**
 * Translates names and labels of built-in rows. They are stored in English; a row that an administrator
 * renamed or created is shown as stored.
 */
export function builtInWords(translate: Translate) {
  const ofClass = <Row extends Model['class']>(row: Row): Row =>
    row.system
      ? {
          ...row,
          name: wordAt(translate, row.name, `classes.${row.code}`),
          description: aboutAt(translate, row.description, `abouts.${row.code}`),
        }
      : row
  const ofType = (row: Model['types'][number]): Model['types'][number] =>
    row.system
      ? {
          ...row,
          name: wordAt(translate, row.name, `types.${row.classcode}.${row.code}`),
          description: aboutAt(translate, row.description, `typeAbouts.${row.classcode}.${row.code}`),
        }
      : row
  const labelled = <Row extends { label: string; system: boolean }>(
    row: Row,
    ...keys: readonly string[]
  ): Row => (row.system ? { ...row, label: wordAt(translate, row.label, ...keys) } : row)
  const ofModel = (model: Model): Model => ({
    ...model,
    class: ofClass(model.class),
    ancestors: model.ancestors.map(ofClass),
    types: model.types.map(ofType),
    states: model.states.map((row) => labelled(row, `states.${row.classcode}.${row.code}`)),
    actions: model.actions.map((row) => labelled(row, `actions.${row.code}`)),
    methods: model.methods.map((row) =>
      labelled(row, `methods.${row.classcode}.${row.code}`, `actions.${row.actioncode}`),
    ),
    events: model.events.map((row) => labelled(row, ...eventKeys)),
  })
  return {
    ofClass,
    ofModel,
    /** Label of a state of an administrator-defined class: those of the root class unless it defines its own. */
    stateOfObject: (code: string, label: string): string => wordAt(translate, label, `states.object.${code}`),
    /** Button label of a method of an administrator-defined class. */
    methodOfObject: (actionCode: string, label: string): string =>
      wordAt(translate, label, `actions.${actionCode}`),
  }
}

/** Returns `builtInWords` in the current language; needs the texts `workflow-words`. */
export function useBuiltInWords() {
  const t = useTexts('workflow-words')
  // Each key was found in the English file, which defines the keys of all languages.
  return useMemo(() => builtInWords((key) => t(key as 'classes.object')), [t])
}
