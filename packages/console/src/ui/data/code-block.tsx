import { useMemo } from 'react'
import { CopyButton } from './copy.tsx'
import css from './data.module.css'

/**
 * JSON or plain text in monospace with a copy button. JSON given as text is indented; text that does not
 * parse is shown as it is.
 */
export function CodeBlock({
  value,
  label,
  maxHeight = 340,
}: {
  value: unknown
  label: string
  maxHeight?: number
}) {
  const text = useMemo(() => setOut(value), [value])
  return (
    <figure className={css.code} aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <pre tabIndex={0} style={{ maxBlockSize: maxHeight }} dir="ltr">
        {text}
      </pre>
      <span className={css.codeCopy}>
        <CopyButton value={text} small />
      </span>
    </figure>
  )
}

/** Returns indented JSON of a value or of a text that contains JSON. */
export function setOut(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? ''
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}
