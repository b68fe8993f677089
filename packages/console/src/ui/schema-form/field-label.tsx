import type { ReactNode } from 'react'
import type { FieldProps } from './field-props.ts'
import { mayBeEmpty } from './field-rules.ts'
import { useField } from './form-context.ts'
import css from './schema-form.module.css'

/** Label of a field and, next to it, its OCPP name, which operators know and search for. */
export function FieldLabel({
  label,
  name,
  required = false,
  title,
}: {
  label: string
  name: string
  required?: boolean
  title?: string
}) {
  return (
    <span className={css.label} title={title}>
      <span className={css.word}>
        {label}
        {required && (
          <span className={css.required} aria-hidden="true">
            {'\u00a0*'}
          </span>
        )}
      </span>{' '}
      <code className={css.name} dir="ltr" translate="no" title={name}>
        {name}
      </code>
    </span>
  )
}

/** Returns the state of a plain member, and what all controls of plain members have in common. */
export function useControl({ field, bare = false }: Omit<FieldProps, 'value'>) {
  const state = useField(field.path, field.name)
  const required = field.required && !state.isFilledIn && !(field.kind === 'text' && mayBeEmpty(field.name))
  return {
    ...state,
    shared: {
      id: state.id,
      label: (
        <FieldLabel
          label={state.label}
          name={field.name}
          required={required}
          title={describe(field.schema.description)}
        />
      ),
      labelProps: bare ? { className: css.bare } : undefined,
      error: state.error,
      'aria-required': required,
    },
  }
}

/** Frame of a field: found by its path when a problem moves the focus. */
export function FieldFrame({
  path,
  wrong,
  wide = false,
  children,
}: {
  path: string
  wrong: boolean
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.field} data-path={path} data-wrong={wrong || undefined} data-wide={wide || undefined}>
      {children}
    </div>
  )
}

/**
 * Returns the description of a member in schemas of 2.x, without the leading references to the information
 * model.
 */
function describe(text: string | undefined): string | undefined {
  const cleaned = text
    ?.replaceAll('\r\n', '\n')
    .replaceAll(/^.*urn:x-.*$/gm, '')
    .replaceAll(/^(?:[A-Z][\w]*_? ?)+(?:\. ?[\w ]+)+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
  return cleaned === '' ? undefined : cleaned
}
