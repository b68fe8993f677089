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
  /** From `useSchemaForm`; a preview beside the form reads its value. */
  form: SchemaFormState
  /** The message, for words that mean another thing in another message. */
  action: string
  onSubmit: (value: JsonObject) => void
  disabled?: boolean
  /** What fields offer beside free text, by what they are about. */
  suggestions?: Partial<Record<FieldMeaning, readonly Suggestion[]>>
  /** Something was typed into a field with suggestions. */
  onSearch?: (meaning: FieldMeaning, text: string) => void
  /** The station's configuration by key, where it limits a list. */
  limits?: Readonly<Record<string, number>>
  /** Id of the form element, for a submit button outside it. */
  id?: string
  /** Buttons under the fields. */
  children?: ReactNode
}

const none = {}

/**
 * A form drawn from a JSON Schema, with a second tab that edits the same value as JSON. A broken value is not
 * given to `onSubmit`: each problem stands at its field, and the first one takes the focus.
 *
 *   const form = useSchemaForm({ source: await loadCommandForm16('Reset') })
 *   <SchemaForm form={form} action="Reset" onSubmit={send}><Button type="submit" kind="primary">…</Button></SchemaForm>
 */
export function SchemaForm(props: SchemaFormProps) {
  const { form, action, onSubmit, disabled = false, id: givenId, children } = props
  const t = useTexts('commands')
  const ownId = useId()
  const id = givenId ?? ownId
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
      disabled,
      suggestions,
      limits,
      edit: form.edit,
      onSearch: props.onSearch,
    }),
    [id, schema, rules, form, words, disabled, suggestions, limits, props.onSearch],
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
      {/* Leaving a field is heard here once instead of at every kind of field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
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
          <RawTab form={form} text={text} onText={setText} id={`${id}-json`} disabled={disabled} />
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

/** After a refused attempt the first wrong field, in the order of the page, takes the focus. */
function useFocusOnRefusal(element: RefObject<HTMLFormElement | null>, refused: number): void {
  useEffect(() => {
    if (refused === 0) return
    // A wrong group without fields has nothing to focus but its button.
    const fields = ['input:not([type=hidden])', 'textarea', 'button'].map((tag) => `[data-wrong] ${tag}`)
    element.current?.querySelector<HTMLElement>(fields.join())?.focus()
  }, [element, refused])
}
