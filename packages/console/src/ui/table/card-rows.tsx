import { Fragment, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Checkbox } from '../form/checkbox.tsx'
import type { Column } from './columns.ts'
import { useRowGroups } from './row-groups.tsx'
import type { DataTableProps } from './table-props.ts'
import { RowMenu, rowMenuOf } from './row-menu.tsx'
import { isNewTab } from './row-opening.ts'
import { none } from './column-kinds.tsx'
import css from './table.module.css'

/** Rows of a table as two-line cards, for phones: title and badge, subtitle and value, and notes if there are any. */
export function CardRows<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, rowName, href, onOpen, selection } = props
  const t = useTexts()
  const format = useFormat()
  const part = (row: Row, role: Column<Row>['narrow']): ReactNode[] =>
    columns
      .filter((column) => column.narrow === role)
      .map((column) => ({ id: column.id, cell: column.cell(row, { format }) }))
      .filter(({ cell }) => role !== 'note' || cell !== none)
      .map(({ id, cell }) => <span key={id}>{cell}</span>)
  const { groups } = useRowGroups(rows, props.groups)
  const headings = useId()
  return groups.map((group, index) => (
    <Fragment key={group.key}>
      {group.heading !== null && (
        <h2 id={`${headings}-${index}`} className={css.cardGroup}>
          {group.heading}
        </h2>
      )}
      <ul
        className={css.cards}
        {...(group.heading === null
          ? { 'aria-label': props.label }
          : { 'aria-labelledby': `${headings}-${index}` })}
      >
        {group.rows.map((row) => {
          const id = rowId(row)
          const menu = rowMenuOf(row, props)
          const subtitle = part(row, 'subtitle')
          // Without a subtitle the notes are in its place, next to the value.
          const [second, notes] =
            subtitle.length > 0 ? [subtitle, part(row, 'note')] : [part(row, 'note'), []]
          const content = (
            <>
              <span className={css.cardText}>{part(row, 'title')}</span>
              <span className={css.cardEnd}>{part(row, 'badge')}</span>
              <span className={`${css.cardText} ${css.cardSub}`}>{second}</span>
              <span className={css.cardEnd}>{part(row, 'value')}</span>
              {notes.length > 0 && <span className={css.cardNote}>{notes}</span>}
            </>
          )
          return (
            <li key={id} data-selected={selection?.has(id) || undefined}>
              {selection && (
                <Checkbox
                  checked={selection.has(id)}
                  aria-label={t('ui.table.selectRow', { name: rowName(row) })}
                  onChange={() => selection.toggle(id)}
                />
              )}
              {href ? (
                <Link
                  to={href(row)}
                  className={css.card}
                  onClick={(event) => {
                    if (!onOpen || isNewTab(event)) return
                    event.preventDefault()
                    onOpen(row)
                  }}
                >
                  {content}
                </Link>
              ) : onOpen ? (
                <button type="button" className={css.card} onClick={() => onOpen(row)}>
                  {content}
                </button>
              ) : (
                <div className={css.card}>{content}</div>
              )}
              {menu && <RowMenu name={rowName(row)}>{menu}</RowMenu>}
            </li>
          )
        })}
      </ul>
    </Fragment>
  ))
}
