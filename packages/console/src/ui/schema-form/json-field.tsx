import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { TextAreaField } from '../form/fields.tsx'
import type { FieldProps } from './field-props.ts'
import { FieldFrame, useControl } from './field-label.tsx'
import { parseJson } from './parse-json.ts'
import css from './schema-form.module.css'

const written = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** Any JSON value, for members without a schema. Text that does not parse is kept and reported, not sent. */
export function JsonControl({ field, value }: FieldProps) {
  const { help, error, edit, shared } = useControl({ field })
  const t = useTexts('commands')
  const [draft, setDraft] = useState<string | null>(null)
  const broken = draft === null || draft.trim() === '' ? null : parseJson(draft).problem
  const take = (text: string): void => {
    const parsed = parseJson(text)
    if (text.trim() === '') edit(undefined)
    else if (parsed.problem === null) edit(parsed.value)
    setDraft(text)
  }
  const wrong = error ?? (broken === null ? null : t('problem.json', { ...broken }))
  return (
    <FieldFrame path={field.path} wrong={wrong !== null} wide>
      <TextAreaField
        {...shared}
        description={help || t('jsonHelp')}
        error={wrong}
        maxRows={12}
        spellCheck={false}
        dir="ltr"
        classNames={{ input: css.mono }}
        value={draft ?? written(value)}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => {
          if (broken === null) setDraft(null)
        }}
      />
    </FieldFrame>
  )
}
