import css from './data.module.css'

/**
 * Text of any length from stations or users: truncated so that it pushes no column away, in full as a
 * tooltip. `rest` follows in a muted colour.
 */
export function Cut({
  text,
  rest = '',
  mono = false,
  wide = false,
  title = `${text} ${rest}`.trim(),
}: {
  text: string
  rest?: string
  mono?: boolean
  wide?: boolean
  /** Tooltip, if it is not the text. */
  title?: string
}) {
  return (
    <bdi
      className={`${css.cut} ${mono ? 'mono' : ''}`}
      data-wide={wide || undefined}
      title={title || undefined}
    >
      {text} {rest && <span className="muted">{rest}</span>}
    </bdi>
  )
}
