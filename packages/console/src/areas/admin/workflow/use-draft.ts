import { type ChangeEvent, useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { refusalAt } from './use-change.ts'

type Text = string | null

/** A field that somebody else has changed: in the row as it was opened, as it is now, and as it would be saved. */
export interface Change<V> {
  name: keyof V & string
  before: V
  theirs: V
  /** Null where nothing else was typed. */
  mine: V | null
}

/** What the fields of a form are called, and how a value is said that is not simply a text. */
export type FieldWords<V> = { readonly [name in keyof V & string]?: FieldWord<V> }
type FieldWord<V> = string | readonly [label: string, say: (values: V) => string]

export const labelIn = <V>(words: FieldWords<V>, name: keyof V & string): string => {
  const word: FieldWord<V> | undefined = words[name]
  return typeof word === 'string' ? word : (word?.[0] ?? name)
}
/** What a field holds, in words. */
export const saidIn = <V>(words: FieldWords<V>, name: keyof V & string, values: V): string => {
  const word: FieldWord<V> | undefined = words[name]
  return typeof word === 'object' ? word[1](values) : String(values[name] ?? '')
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** A row that is being edited stays when somebody else deletes it: saving says so. */
export function usePersisted<Row>(row: Row | null): Row | null {
  const [kept, keep] = useState(row)
  if (row !== null && row !== kept) keep(row)
  return row ?? kept
}

/**
 * What somebody types over a row. The row may be read anew meanwhile: what was typed stays, what was not follows
 * the row, and a field that both have changed says what the other wrote.
 */
export function useDraft<V extends object>(row: V) {
  const [opened, open] = useState(row)
  const [typed, type] = useState<Partial<V>>({})
  const [missing, setMissing] = useState<ReadonlySet<keyof V>>(new Set())
  return {
    values: { ...row, ...typed },
    typed,
    /** Forgets what was typed: the row counts as it is now. */
    reset: () => {
      type({})
      open(row)
    },
    isTouched: Object.keys(typed).length > 0,
    set: <K extends keyof V>(name: K, value: V[K]) =>
      type((before) => ({ ...before, ...({ [name]: value } as unknown as Partial<V>) })),
    /** The row where somebody else has changed a field that was typed into. */
    theirs: (name: keyof V): V | null =>
      name in typed && !isSame(row[name], opened[name]) && !isSame(row[name], typed[name]) ? row : null,
    /** What somebody else has changed in these fields since the row was opened, beside what was typed into them. */
    changesIn: (names: readonly (keyof V & string)[]): Change<V>[] =>
      names
        .filter((name) => !isSame(row[name], opened[name]))
        .map((name) => ({
          name,
          before: opened,
          theirs: row,
          mine: name in typed && !isSame(typed[name], row[name]) ? { ...row, ...typed } : null,
        })),
    missing,
    /** Whether all of these are filled in; those that are not say so. */
    hasAll: (values: V, names: readonly (keyof V)[]): boolean => {
      const empty = names.filter((name) => String(values[name] ?? '').trim() === '')
      setMissing(new Set(empty))
      return empty.length === 0
    },
  }
}
export type Draft<V extends object> = ReturnType<typeof useDraft<V>>

/** Properties of the fields over a draft: what they are called, and what the server and others said about each. */
export function useFields<V extends object>({
  draft,
  values,
  words,
  failure,
}: {
  draft: Draft<V>
  values: V
  words: FieldWords<V>
  failure: Error | null
}) {
  const t = useTexts('workflow')
  const about = (name: keyof V & string) => {
    const theirs = draft.theirs(name)
    return {
      name,
      label: labelIn(words, name),
      error:
        refusalAt(failure, name) ??
        (draft.missing.has(name) && String(values[name] ?? '').trim() === '' ? t('missing') : undefined),
      ...(theirs === null
        ? {}
        : { description: t('conflict.theirs', { value: saidIn(words, name, theirs) }) }),
    }
  }
  return {
    about,
    text: (name: keyof V & string) => ({
      ...about(name),
      value: String((values[name] as Text) ?? ''),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        draft.set(name, currentTarget.value as V[typeof name]),
    }),
    choice: (name: keyof V & string) => ({
      ...about(name),
      value: (values[name] as Text) ?? null,
      onChange: (value: string | null) => value !== null && draft.set(name, value as V[typeof name]),
    }),
    onOff: (name: keyof V & string) => ({
      ...about(name),
      checked: Boolean(values[name]),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        draft.set(name, currentTarget.checked as V[typeof name]),
    }),
  }
}
export type Fields<V extends object> = ReturnType<typeof useFields<V>>
