import { createContext, use } from 'react'
import { type FieldMeaning, type FieldRule, ruleAt } from './field-rules.ts'
import type { FieldProblem } from './problems.ts'
import { type JsonSchema, segmentsOf } from './schema.ts'
import { readAt } from './value.ts'
import type { FieldWords } from './words.ts'

/** A suggestion of a field; the field also accepts free text. */
export interface Suggestion {
  readonly value: string
  /** Shown next to the value: the card's owner, the connector of a transaction. */
  readonly note?: string
}

export interface FormContext {
  readonly formId: string
  readonly root: JsonSchema
  readonly rules: readonly FieldRule[]
  readonly value: unknown
  readonly words: FieldWords
  readonly shown: ReadonlyMap<string, readonly FieldProblem[]>
  readonly filledIn: readonly string[]
  readonly suggestions: Partial<Record<FieldMeaning, readonly Suggestion[]>>
  /** Limits from the station's configuration, by key: `SendLocalListMaxLength`. */
  readonly limits: Readonly<Record<string, number>>
  edit(path: string, next: unknown): void
  onSearch?: ((meaning: FieldMeaning, text: string) => void) | undefined
}

export const FormContextProvider = createContext<FormContext | null>(null)

export function useFormContext(): FormContext {
  const context = use(FormContextProvider)
  if (context === null) throw new Error('a field is drawn outside its form')
  return context
}

/** Returns the id of the element that a field's label and problem refer to. */
export const fieldId = (formId: string, path: string): string => `${formId}${path.replaceAll('/', '-')}`

/** Returns what all kinds of fields share: texts, problem, rule and id of the field at a path. */
export function useField(path: string, name: string = segmentsOf(path).at(-1) ?? '') {
  const form = useFormContext()
  const problem = form.shown.get(path)?.[0]
  const rule = ruleAt(form.rules, path)
  const unitAt = rule.unitFrom === undefined ? undefined : readAt(form.value, rule.unitFrom)
  return {
    form,
    rule,
    id: fieldId(form.formId, path),
    label: form.words.label(name),
    help: form.words.help(name),
    unit: typeof unitAt === 'string' ? unitAt : null,
    error: problem === undefined ? null : form.words.problem(problem),
    isFilledIn: form.filledIn.includes(path),
    edit: (next: unknown) => form.edit(path, next),
  }
}
