import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { FieldLabel } from './field-label.tsx'
import { useField } from './form-context.ts'
import type { NestedProps } from './field-props.ts'
import css from './schema-form.module.css'
import { seed } from './value.ts'

/** An object inside another one. */
export function GroupField({ field, value, isNew, onRemove, draw }: NestedProps) {
  const { form } = useField(field.path, field.name)
  const body = useFocusWhenNew(isNew)
  return (
    <GroupSection field={field} onRemove={onRemove}>
      <div ref={body} className={css.body}>
        {draw(field.schema, field.path, value ?? seed(form.root, field.schema))}
      </div>
    </GroupSection>
  )
}

/** An object or a list of objects with its label, its problem, and the button that removes an optional one. */
export function GroupSection({
  field,
  onRemove,
  count,
  hint,
  children,
}: Pick<NestedProps, 'field' | 'onRemove'> & {
  /** Number of rows of a list. */
  count?: ReactNode
  hint?: ReactNode
  children: ReactNode
}) {
  const { id, label, help, error, edit } = useField(field.path, field.name)
  const t = useTexts('commands')
  return (
    <section
      className={`${css.group} ${count === undefined ? '' : css.rows}`}
      aria-labelledby={id}
      data-path={field.path}
      data-wrong={error !== null || undefined}
    >
      <header>
        <h3 id={id}>
          <FieldLabel label={label} name={field.name} required={field.required} />
          {count}
        </h3>
        {onRemove !== undefined && (
          <Button
            kind="quiet"
            small
            icon={<IconTrash size={14} />}
            aria-label={t('removeNamed', { name: label })}
            onClick={() => {
              edit(undefined)
              onRemove()
            }}
          >
            {t('remove')}
          </Button>
        )}
      </header>
      {help !== '' && <p className={css.help}>{help}</p>}
      {hint}
      {error !== null && <p className={css.error}>{error}</p>}
      {children}
    </section>
  )
}

/** Returns a ref to the element whose first field takes the focus after it was added. */
export function useFocusWhenNew(isNew: boolean) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) body.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [isNew])
  return body
}
