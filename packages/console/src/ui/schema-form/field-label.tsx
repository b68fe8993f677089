import type { ReactNode } from 'react'
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
      <code className={css.name} dir="ltr" translate="no">
        {name}
      </code>
    </span>
  )
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
export function describe(text: string | undefined): string | undefined {
  const cleaned = text
    ?.replaceAll('\r\n', '\n')
    .replaceAll(/^.*urn:x-.*$/gm, '')
    .replaceAll(/^(?:[A-Z][\w]*_? ?)+(?:\. ?[\w ]+)+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
  return cleaned === '' ? undefined : cleaned
}
