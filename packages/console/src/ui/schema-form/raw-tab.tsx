import { useTexts } from '../../lib/texts.ts'
import { TextAreaField } from '../form/fields.tsx'
import { parseJson } from './parse-json.ts'
import { isObject } from '../../lib/is-object.ts'
import { orderMembers } from './schema.ts'
import css from './schema-form.module.css'
import type { SchemaFormState } from './use-schema-form.ts'

/** The same value as JSON text. While the text does not parse it is kept and nothing is sent. */
export function RawTab({
  form,
  text,
  onText,
  id,
}: {
  form: SchemaFormState
  text: string
  onText: (text: string) => void
  id: string
}) {
  const t = useTexts('commands')
  const { problem, value } = parseJson(text)
  const error =
    problem !== null ? t('problem.json', { ...problem }) : isObject(value) ? null : t('problem.notObject')
  const take = (next: string): void => {
    onText(next)
    const parsed = parseJson(next)
    const isSound = parsed.problem === null && isObject(parsed.value)
    form.setRaw(isSound ? null : next)
    if (parsed.problem === null && isObject(parsed.value)) form.replace(parsed.value)
  }
  const isWrong = error !== null || form.problems.length > 0
  return (
    <div data-wrong={isWrong || undefined}>
      <TextAreaField
        id={id}
        label={t('json')}
        description={t('rawHelp')}
        error={error}
        minRows={12}
        maxRows={32}
        spellCheck={false}
        dir="ltr"
        classNames={{ input: css.mono }}
        value={text}
        onChange={(event) => take(event.currentTarget.value)}
      />
    </div>
  )
}

/** Returns the initial text of the tab. */
export const rawText = (form: SchemaFormState): string =>
  form.raw ?? JSON.stringify(orderMembers(form.source.schema, form.source.schema, form.value), null, 2)
