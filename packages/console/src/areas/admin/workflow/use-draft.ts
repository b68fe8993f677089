import { type ChangeEvent, useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'

type NullableText = string | null

/** A field that another user has changed: in the row as it was opened, as it is now, and as it would be saved. */
export interface Change<V> {
  name: keyof V & string
  before: V
  theirs: V
  /** Null if nothing different was typed. */
  mine: V | null
}

/** Labels of the fields of a form, and formatters for values that are not plain texts. */
export type FieldWords<V> = { readonly [name in keyof V & string]?: FieldWord<V> }
type FieldWord<V> = string | readonly [label: string, format: (values: V) => string]

export const labelIn = <V>(words: FieldWords<V>, name: keyof V & string): string => {
  const word: FieldWord<V> | undefined = words[name]
  return typeof word === 'string' ? word : (word?.[0] ?? name)
}
/** Returns the value of a field as text. */
export const textIn = <V>(words: FieldWords<V>, name: keyof V & string, values: V): string => {
  const word: FieldWord<V> | undefined = words[name]
  return typeof word === 'object' ? word[1](values) : String(values[name] ?? '')
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** Retains a row that is being edited if another user deletes it; saving then reports the deletion. */
export function usePersisted<Row>(row: Row | null): Row | null {
  const [latest, setLatest] = useState(row)
  if (row !== null && row !== latest) setLatest(row)
  return row ?? latest
}

/**
 * Holds what is typed over a row. The row may be refetched in between: typed fields retain their input, the
 * others follow the row, and a field that both have changed shows the other user's value.
 */
export function useDraft<V extends object>(row: V) {
  const [opened, open] = useState(row)
  const [typed, type] = useState<Partial<V>>({})
  const [missing, setMissing] = useState<ReadonlySet<keyof V>>(new Set())
  return {
    values: { ...row, ...typed },
    typed,
    /** Discards what was typed, based on the current row. */
    reset: () => {
      type({})
      open(row)
    },
    isTouched: Object.keys(typed).length > 0,
    set: <K extends keyof V>(name: K, value: V[K]) =>
      type((before) => ({ ...before, ...({ [name]: value } as unknown as Partial<V>) })),
    /** Returns the row if another user has changed a field that was typed into, otherwise null. */
    theirs: (name: keyof V): V | null =>
      name in typed && !isSame(row[name], opened[name]) && !isSame(row[name], typed[name]) ? row : null,
    /** Returns other users' changes of these fields since the row was opened, with what was typed into them. */
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
    /** Returns true if all of these are filled in; empty ones are marked as missing. */
    hasAll: (values: V, names: readonly (keyof V)[]): boolean => {
      const empty = names.filter((name) => String(values[name] ?? '').trim() === '')
      setMissing(new Set(empty))
      return empty.length === 0
    },
  }
}
export type Draft<V extends object> = ReturnType<typeof useDraft<V>>

/** Returns the properties of the fields of a draft: labels, refusals of the server and changes by other users. */
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
        (failure instanceof CallError && failure.field === name ? failure.message : undefined) ??
        (draft.missing.has(name) && String(values[name] ?? '').trim() === '' ? t('missing') : undefined),
      ...(theirs === null
        ? {}
        : { description: t('conflict.otherValue', { value: textIn(words, name, theirs) }) }),
    }
  }
  return {
    about,
    text: (name: keyof V & string) => ({
      ...about(name),
      value: String((values[name] as NullableText) ?? ''),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        draft.set(name, currentTarget.value as V[typeof name]),
    }),
    choice: (name: keyof V & string) => ({
      ...about(name),
      value: (values[name] as NullableText) ?? null,
      onChange: (value: string | null) => value !== null && draft.set(name, value as V[typeof name]),
    }),
    number: (name: keyof V & string) => ({
      ...about(name),
      value: Number(values[name]),
      onChange: (value: unknown) => draft.set(name, Number(value) as V[typeof name]),
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
