import { useState } from 'react'
import { NumberField } from '../form/fields.tsx'
import { type Format, useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import type { FieldProps } from './field-props.ts'
import { FieldFrame, useControl } from './field-label.tsx'
import { isInSeconds } from './field-rules.ts'
import css from './schema-form.module.css'
import { Suggesting } from './text-field.tsx'

/** Accepted in every language. */
const decimalSeparators = ['.', ',']

export function NumberControl({ field, value, bare = false }: FieldProps) {
  const { form, help, error, rule, unit, isFilledIn, edit, shared: common } = useControl({ field, bare })
  const t = useTexts('commands')
  const { schema } = field
  const format = useFormat()
  // Incomplete input that is not a number yet ("-", "1e"), kept so that the field does not drop it.
  const [draft, setDraft] = useState('')
  const suggestions = rule.meaning === undefined ? undefined : form.suggestions[rule.meaning]
  const zero = t(value === 0 ? 'wholeStation' : 'zeroIsStation')
  const side = sideWords(field.name, bare ? undefined : value, { unit, format })
  const shared = {
    ...common,
    description: (rule.zeroIsStation === true ? zero : help) || undefined,
    placeholder: isFilledIn
      ? t('filledIn')
      : schema.default === undefined
        ? undefined
        : String(schema.default),
  }
  if (suggestions !== undefined && suggestions.length > 0)
    return (
      <FieldFrame path={field.path} wrong={error !== null}>
        <Suggesting
          {...shared}
          inputMode="numeric"
          autoComplete="off"
          suggestions={suggestions}
          value={value === undefined ? draft : String(value)}
          onChange={(text) => {
            setDraft(text)
            edit(asNumber(text))
          }}
        />
      </FieldFrame>
    )
  return (
    <FieldFrame path={field.path} wrong={error !== null}>
      <NumberField
        {...shared}
        value={typeof value === 'number' ? value : draft}
        onChange={(next) => {
          setDraft(typeof next === 'number' ? '' : next)
          edit(typeof next === 'number' ? next : asNumber(next))
        }}
        allowDecimal={schema.type === 'number'}
        step={rule.step ?? schema.multipleOf ?? 1}
        min={schema.minimum}
        max={schema.maximum}
        clampBehavior="none"
        hideControls={side !== ''}
        rightSection={side === '' ? undefined : <span className={css.side}>{side}</span>}
        rightSectionWidth={side === '' ? undefined : 18 + 7 * side.length}
        rightSectionPointerEvents={side === '' ? undefined : 'none'}
        decimalSeparator={format.decimalSeparator}
        allowedDecimalSeparators={decimalSeparators}
      />
    </FieldFrame>
  )
}

/** Parses a typed number, or returns the text unchanged: the validator then reports the problem. */
function asNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
}

/** Returns the unit of a number; for seconds also the readable duration. */
function sideWords(
  name: string,
  value: unknown,
  { unit, format }: { unit: string | null; format: Format },
): string {
  if (!isInSeconds(name)) return unit === null ? '' : format.unit(unit)
  const symbol = format.second
  return typeof value === 'number' && value >= 60 ? `${symbol} = ${format.exactDuration(value)}` : symbol
}
