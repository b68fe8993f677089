import { type ComponentProps, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { SuggestField, TextAreaField, TextField } from '../form/fields.tsx'
import { FieldFrame, useControl } from './field-label.tsx'
import { mayBeEmpty } from './field-rules.ts'
import type { Suggestion } from './form-context.ts'
import type { FieldProps } from './field-props.ts'
import css from './schema-form.module.css'

/** From this length on a text gets the full width; longer or unlimited ones get several lines. */
const wideText = 100
const longText = 512

export function TextControl({ field, value, bare = false }: FieldProps) {
  const { form, help, error, rule, edit, isFilledIn, shared: common } = useControl({ field, bare })
  const t = useTexts('commands')
  const { maxLength } = field.schema
  const text = typeof value === 'string' ? value : ''
  const isLong = field.kind === 'text' && (maxLength === undefined || maxLength > longText)
  const isWide = isLong || field.kind === 'address' || (maxLength ?? 0) > wideText
  const suggestions = rule.meaning === undefined ? undefined : form.suggestions[rule.meaning]
  const shared = {
    ...common,
    description: help || undefined,
    placeholder: isFilledIn ? t('uploadedHere') : undefined,
    value: text,
    autoComplete: 'off',
    spellCheck: false,
  }
  const take = (next: string): void =>
    edit(next === '' && !(field.required && mayBeEmpty(field.name)) ? undefined : next)
  const counter = maxLength === undefined ? null : <Counter length={length(text)} most={maxLength} />
  return (
    <FieldFrame path={field.path} wrong={error !== null} wide={isWide && !bare}>
      {suggestions !== undefined ? (
        <Suggesting
          {...shared}
          suggestions={suggestions}
          rightSection={counter}
          rightSectionWidth={counter === null ? undefined : 64}
          onChange={(next) => {
            take(next)
            form.onSearch?.(rule.meaning!, next)
          }}
        />
      ) : isLong ? (
        <>
          <TextAreaField
            {...shared}
            maxRows={10}
            classNames={{ input: css.mono }}
            onChange={(event) => take(event.currentTarget.value)}
          />
          {counter !== null && <span className={css.under}>{counter}</span>}
        </>
      ) : (
        <TextField
          {...shared}
          classNames={field.kind === 'address' ? { input: css.mono } : undefined}
          inputMode={field.kind === 'address' ? 'url' : undefined}
          rightSection={counter}
          rightSectionWidth={counter === null ? undefined : 64}
          rightSectionPointerEvents="none"
          onChange={(event) => take(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

/** Characters as JSON Schema counts them: code points, not surrogates. */
const length = (text: string): number => [...text].length

/**
 * Shows the used part of the allowed length; text that is too long stays in the field and is reported, never
 * truncated.
 */
function Counter({ length, most }: { length: number; most: number }) {
  return (
    <span className={css.counter} data-over={length > most || undefined} dir="ltr">
      {length} / {most}
    </span>
  )
}

interface SuggestingProps extends Omit<ComponentProps<typeof SuggestField>, 'data' | 'onChange'> {
  suggestions: readonly Suggestion[]
  onChange: (text: string) => void
}

/** Free text with suggestions. */
export function Suggesting({ suggestions, onChange, ...rest }: SuggestingProps) {
  const [isOpen, setOpen] = useState(false)
  const notes = new Map(suggestions.map(({ value, note = '' }) => [value, note]))
  return (
    <SuggestField
      {...rest}
      data={[...notes.keys()]}
      filter={({ options, search, limit }) =>
        options
          .filter((option) => {
            if (!('value' in option)) return false
            const words = `${option.value} ${notes.get(option.value) ?? ''}`.toLowerCase()
            return words.includes(search.trim().toLowerCase())
          })
          .slice(0, limit)
      }
      limit={20}
      // Suggestions shown on focus would hide the message under the field.
      openOnFocus={false}
      onChange={onChange}
      dropdownOpened={isOpen && suggestions.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option }) => (
        <span className={css.option}>
          <span className="mono">{option.value}</span>
          <span className={css.note}>{notes.get(option.value)}</span>
        </span>
      )}
    />
  )
}
