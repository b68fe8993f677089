import { MultiSelectField, SelectField, TagsField } from '../form/fields.tsx'
import { useTexts } from '../../lib/texts.ts'
import type { FieldProps } from './field-props.ts'
import { FieldFrame, useControl } from './field-label.tsx'
import { itemSchema } from './problems.ts'
import css from './schema-form.module.css'

const searchedFrom = 9
/** Characters; options with a longer text get the full width of the form. */
const longWords = 26

/** One of an enumeration, or yes and no. The OCPP value is shown next to our text. */
export function ChoiceControl({ field, value, bare = false }: FieldProps) {
  const { form, help, error, edit, shared } = useControl({ field, bare })
  const t = useTexts('commands')
  const isYesNo = field.kind === 'boolean'
  const values = isYesNo ? ['true', 'false'] : (field.schema.enum ?? []).map(String)
  const words = (code: string): string => {
    if (isYesNo) return t(code === 'true' ? 'yes' : 'no')
    return form.words.option(field.name, code) || code
  }
  const take = (code: string | null): void =>
    edit(code === null ? undefined : isYesNo ? code === 'true' : code)
  const isWide = values.some((code) => words(code).length > longWords)
  return (
    <FieldFrame path={field.path} wrong={error !== null} wide={isWide && !bare}>
      <SelectField
        {...shared}
        description={help || undefined}
        data={values.map((code) => ({ value: code, label: words(code) }))}
        value={value === undefined ? null : String(value)}
        onChange={take}
        clearable={!field.required}
        clearButtonProps={{ 'aria-label': t('clear') }}
        searchable={values.length >= searchedFrom}
        nothingFoundMessage={t('nothingFound')}
        renderOption={({ option }) => <Option words={option.label} code={option.value} plain={isYesNo} />}
      />
    </FieldFrame>
  )
}

function Option({ words, code, plain }: { words: string; code: string; plain: boolean }) {
  return (
    <span className={css.option}>
      <span>{words}</span>
      {!plain && words !== code && <code className={css.name}>{code}</code>}
    </span>
  )
}

/** Several values: of an enumeration, or free entries ended by Enter or a comma. */
export function ListControl({ field, value }: FieldProps) {
  const { form, help, error, rule, edit, shared: common } = useControl({ field })
  const t = useTexts('commands')
  const offers = rule.meaning === undefined ? [] : (form.suggestions[rule.meaning] ?? [])
  const item = itemSchema(form.root, field.schema)
  const entries = Array.isArray(value) ? value.map(String) : []
  const isNumeric = item.type === 'integer' || item.type === 'number'
  const take = (next: string[]): void => {
    const typed = isNumeric
      ? next.map((entry) => (/^-?\d+(\.\d+)?$/.test(entry) ? Number(entry) : entry))
      : next
    edit(typed.length === 0 && !field.required ? undefined : typed)
  }
  const shared = {
    ...common,
    error: error === null ? null : entryProblem(error, form.shown.get(field.path)?.[0]?.path, entries),
    value: entries,
    onChange: take,
    clearable: true,
    clearButtonProps: { 'aria-label': t('clear') },
  }
  return (
    <FieldFrame path={field.path} wrong={error !== null} wide>
      {item.enum === undefined ? (
        <TagsField
          {...shared}
          description={help || t('listHelp')}
          placeholder={entries.length === 0 ? t('listPlaceholder') : undefined}
          data={offers.map(({ value }) => value)}
          limit={60}
          acceptValueOnBlur
          allowDuplicates={false}
          classNames={{ pill: css.mono, inputField: css.mono }}
        />
      ) : (
        <MultiSelectField
          {...shared}
          description={help || undefined}
          searchable
          data={item.enum.map((code) => ({
            value: String(code),
            label: form.words.option(field.name, String(code)) || String(code),
          }))}
        />
      )}
    </FieldFrame>
  )
}

/** Names the invalid entry if the problem concerns an entry and not the list. */
function entryProblem(message: string, path: string | undefined, entries: readonly string[]): string {
  const entry = entries[Number(path?.split('/').at(-1))]
  if (entry === undefined) return message
  return `${entry.length > 24 ? `${entry.slice(0, 23)}…` : entry}: ${message}`
}
