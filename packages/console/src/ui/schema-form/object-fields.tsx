import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { FieldControl, MisfitControl } from './field-control.tsx'
import type { NestedProps } from './field-props.ts'
import { useFormContext } from './form-context.ts'
import { GroupField } from './group-field.tsx'
import { fitsField } from './problems.ts'
import { RowsField } from './rows-field.tsx'
import { isObject } from '../../lib/is-object.ts'
import { type Field, fieldsOf, type JsonSchema } from './schema.ts'
import css from './schema-form.module.css'

const isNested = ({ kind }: Field): boolean => kind === 'group' || kind === 'rows'

const isAdvanced = ({ name }: Field): boolean => name === 'customData'

const rank = (field: Field): number => (isNested(field) ? 2 : 0) + (field.required ? 0 : 1)

/** Sorts plain members first, required before optional; then objects and lists. */
export function arranged(fields: readonly Field[]): Field[] {
  return [...fields].sort((left, right) => rank(left) - rank(right))
}

/**
 * The members of an object: a grid of fields, then its objects and lists; optional ones are added by a
 * button.
 */
export function ObjectFields({ schema, path, value }: { schema: JsonSchema; path: string; value: unknown }) {
  const { root } = useFormContext()
  const fields = arranged(fieldsOf(root, schema, path))
  const given = isObject(value) ? value : {}
  const nested = fields.filter((field) => isNested(field) && !isAdvanced(field))
  return (
    <>
      <div className={css.grid}>
        {fields
          .filter((field) => !isNested(field) && !isAdvanced(field))
          .map((field) => (
            <FieldControl key={field.name} field={field} value={given[field.name]} />
          ))}
      </div>
      <NestedFields fields={nested} given={given} />
      <Advanced field={fields.find(isAdvanced)} given={given} />
    </>
  )
}

const drawObject: NestedProps['draw'] = (schema, path, value) => (
  <ObjectFields schema={schema} path={path} value={value} />
)

function NestedFields({ fields, given }: { fields: readonly Field[]; given: Record<string, unknown> }) {
  const { root, words } = useFormContext()
  const t = useTexts('commands')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = (name: string, isOpen: boolean): void =>
    setOpened((present) => {
      const next = new Set(present)
      if (isOpen) next.add(name)
      else next.delete(name)
      return next
    })
  const isShown = (field: Field): boolean =>
    field.required || given[field.name] !== undefined || opened.has(field.name)
  const waiting = fields.filter((field) => !isShown(field))
  return (
    <>
      {fields.filter(isShown).map((field) => {
        const value = given[field.name]
        if (!fitsField(root, field.schema, value))
          return <MisfitControl key={field.name} field={field} value={value} />
        const Nested = field.kind === 'rows' ? RowsField : GroupField
        return (
          <Nested
            key={field.name}
            field={field}
            value={value}
            isNew={opened.has(field.name)}
            draw={drawObject}
            onRemove={field.required ? undefined : () => open(field.name, false)}
          />
        )
      })}
      {waiting.length > 0 && (
        <fieldset className={css.waiting} aria-label={t('addLabel')}>
          {waiting.map((field) => (
            <button key={field.name} type="button" onClick={() => open(field.name, true)}>
              <IconPlus size={14} aria-hidden="true" />
              {words.label(field.name)} <code className={css.name}>{field.name}</code>
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** `customData` is for experts: it stays collapsed while it is empty. */
function Advanced({ field, given }: { field: Field | undefined; given: Record<string, unknown> }) {
  const t = useTexts('commands')
  const value = field === undefined ? undefined : given[field.name]
  const [isOpen, setOpen] = useState(value !== undefined)
  if (field === undefined) return null
  return (
    <details
      className={css.advanced}
      open={isOpen || value !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('advanced')}</summary>
      {/* Its members depend on the vendor, so it is edited as JSON. */}
      {(isOpen || value !== undefined) && <FieldControl field={{ ...field, kind: 'json' }} value={value} />}
    </details>
  )
}
