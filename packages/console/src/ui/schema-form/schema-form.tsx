import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../lib/texts.ts'
import { SegmentedControl } from '../form/fields.tsx'
import { type FormContext, FormContextProvider, type Suggestion } from './form-context.ts'
import type { FieldMeaning } from './field-rules.ts'
import { ObjectFields } from './object-fields.tsx'
import { RawTab, rawText } from './raw-tab.tsx'
import { resolveSchema, type JsonObject } from './schema.ts'
import css from './schema-form.module.css'
import { StrayProblems } from './stray-problems.tsx'
import type { SchemaFormState } from './use-schema-form.ts'
import { useFieldWords } from './words.ts'

export interface SchemaFormProps {
  /** From `useSchemaForm`; a preview next to the form reads its value. */
  form: SchemaFormState
  /** Action of the message, for texts that differ between messages. */
  action: string
  onSubmit: (value: JsonObject) => void
  /** Suggestions for fields, by their meaning. */
  suggestions?: Partial<Record<FieldMeaning, readonly Suggestion[]>>
  /** Called when text is typed into a field with suggestions. */
  onSearch?: (meaning: FieldMeaning, text: string) => void
  /** Configuration of the station by key, where it limits a list. */
  limits?: Readonly<Record<string, number>>
  /** Buttons below the fields. */
  children?: ReactNode
}

const none = {}

/**
 * A form generated from a JSON Schema, with a second tab that edits the same value as JSON. An invalid value
 * is not passed to `onSubmit`: each problem is shown at its field, and the first one takes the focus.
 *
 *   const form = useSchemaForm({ source: await loadCommandForm16('Reset') })
 *   <SchemaForm form={form} action="Reset" onSubmit={send}><Button type="submit" kind="primary">…</Button></SchemaForm>
 */
export function SchemaForm(props: SchemaFormProps) {
  const { form, action, onSubmit, children } = props
  const t = useTexts('commands')
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [text, setText] = useState<string | null>(null)
  const words = useFieldWords(action)
  const { schema, rules = [] } = form.source
  const suggestions = props.suggestions ?? none
  const limits = props.limits ?? none
  const context = useMemo<FormContext>(
    () => ({
      formId: id,
      root: schema,
      rules,
      value: form.value,
      words,
      shown: form.shown,
      filledIn: form.filledIn,
      suggestions,
      limits,
      edit: form.edit,
      onSearch: props.onSearch,
    }),
    [id, schema, rules, form, words, suggestions, limits, props.onSearch],
  )
  useFocusOnRefusal(element, form.refused)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const value = form.attempt()
    if (value !== null) onSubmit(value)
  }
  const touch = (event: FocusEvent): void => {
    const path = event.target.closest('[data-path]')?.getAttribute('data-path')
    if (path !== null && path !== undefined) form.touch(path)
  }
  const switchTo = (tab: string): void => setText(tab === 'json' ? rawText(form) : null)
  return (
    <FormContextProvider value={context}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles blur events of all fields inside */}
      <form ref={element} id={id} className={css.form} noValidate onSubmit={submit} onBlur={touch}>
        <SegmentedControl
          className={css.tabs}
          size="xs"
          aria-label={t('view')}
          value={text === null ? 'form' : 'json'}
          onChange={switchTo}
          data={[
            { value: 'form', label: t('form'), disabled: form.raw !== null },
            { value: 'json', label: t('json') },
          ]}
        />
        <StrayProblems form={form} words={words} all={text !== null} />
        {text === null ? (
          <Fields form={form} />
        ) : (
          <RawTab form={form} text={text} onText={setText} id={`${id}-json`} />
        )}
        {children !== undefined && <div className={css.foot}>{children}</div>}
      </form>
    </FormContextProvider>
  )
}

function Fields({ form }: { form: SchemaFormState }) {
  const t = useTexts('commands')
  const schema = resolveSchema(form.source.schema, form.source.schema)
  if (Object.keys(schema.properties ?? {}).length === 0) return <p className="muted">{t('noFields')}</p>
  return <ObjectFields schema={schema} path="" value={form.value} />
}

/** Focuses the first invalid field, in page order, after a rejected attempt. */
function useFocusOnRefusal(element: RefObject<HTMLFormElement | null>, refused: number): void {
  useEffect(() => {
    if (refused === 0) return
    // An invalid group without fields has only its button to focus.
    const fields = ['input:not([type=hidden])', 'textarea', 'button'].map((tag) => `[data-wrong] ${tag}`)
    element.current?.querySelector<HTMLElement>(fields.join())?.focus()
  }, [element, refused])
}
