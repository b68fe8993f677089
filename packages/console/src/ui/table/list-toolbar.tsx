import { IconColumns3, IconSearch, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ViewList } from '../../lib/saved-views.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../buttons.tsx'
import { Loading } from '../feedback/feedback.tsx'
import { LazySegments } from '../form/lazy-segments.tsx'
import { TextField } from '../form/text-field.tsx'
import { Popover } from '../menu.tsx'
import { type Column, visibleColumns } from './columns.ts'
import css from './list-panel.module.css'
import { ViewsMenu } from './views-menu.tsx'

const ColumnsList = lazy(async () => ({ default: (await import('./columns-list.tsx')).ColumnsList }))

/**
 * Toolbar above a list. Left: the text filter and the filters of the screen; right: columns and density, export,
 * the switch of views.
 *
 *   <ListToolbar filter={<FilterField value={at.q} onChange={(q) => go({ q, page: 1 })} />} chips={…}
 *                end={<><ListTools …/><ViewSwitch …/></>} />
 */
export function ListToolbar({
  filter,
  chips,
  end,
}: {
  filter?: ReactNode
  chips?: ReactNode
  end?: ReactNode
}) {
  return (
    <>
      <div className={css.start}>
        {filter}
        {chips}
      </div>
      <div className={css.end}>{end}</div>
    </>
  )
}

const pauseMs = 250

/**
 * Text filter; reports changes after a pause of 250 ms. `/` anywhere on the page focuses it, Escape clears
 * it.
 */
export function FilterField({
  value,
  onChange,
  placeholder,
}: {
  value: string
  onChange: (text: string) => void
  placeholder?: string
}) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: value, reported: value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The value in the address changed independently (Back, "clear filters"): the field follows.
  if (value !== typed.reported) setTyped({ text: value, reported: value })
  useSlashFocus(input)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hint = placeholder ?? t('ui.table.filterPlaceholder')
  const type = (text: string, wait: number): void => {
    setTyped((before) => ({ ...before, text }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setTyped({ text, reported: text })
      onChange(text)
    }, wait)
  }
  return (
    <TextField
      ref={input}
      className={css.filter}
      type="search"
      aria-label={t('ui.table.filter')}
      placeholder={hint}
      // between many filters the field is narrower than some languages need
      title={hint}
      leftSection={<IconSearch size={16} />}
      value={typed.text}
      onChange={(event) => type(event.currentTarget.value, pauseMs)}
      onKeyDown={(event) => event.key === 'Escape' && typed.text !== '' && type('', 0)}
      rightSection={
        typed.text !== '' && (
          <IconButton small tip={false} label={t('ui.table.clearFilter')} onClick={() => type('', 0)}>
            <IconX size={14} />
          </IconButton>
        )
      }
    />
  )
}

function useSlashFocus(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [input])
}

/** Menus of a list: its saved views, and its columns if there is a table. */
export function ListMenus<Row extends object>({
  list,
  table = true,
  ...menu
}: { list: ViewList; table?: boolean } & ColumnsProps<Row>) {
  return (
    <>
      <ViewsMenu list={list} columns={menu.chosen} />
      {table && <ColumnsMenu {...menu} />}
    </>
  )
}

export interface ColumnsProps<Row extends object> {
  columns: readonly Column<Row>[]
  chosen: readonly string[] | null
  /** Null for the default. */
  onChange: (ids: string[] | null) => void
}

/** Visible columns and density of the rows. The first column is always visible. */
export function ColumnsMenu<Row extends object>({ columns, chosen, onChange }: ColumnsProps<Row>) {
  const t = useTexts()
  return (
    <Popover position="bottom-end">
      <Popover.Target>
        <Button icon={<IconColumns3 size={16} />} className={css.columnsButton}>
          {t('ui.table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.table.columns')}>
        <Suspense fallback={<Loading rows={4} rowHeight={24} />}>
          <ColumnsList
            columns={columns}
            present={visibleColumns(columns, chosen).map(({ id }) => id)}
            isDefault={chosen === null}
            onChange={onChange}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

export interface View<V extends string> {
  id: V
  label: string
  icon: ReactNode
}

/** Switches between views of the same list; on phones the labels are visible to assistive technology only. */
export function ViewSwitch<V extends string>({
  views,
  view,
  onChange,
}: {
  views: readonly View<V>[]
  view: V
  onChange: (view: V) => void
}) {
  const t = useTexts()
  return (
    <LazySegments
      aria-label={t('ui.table.view')}
      value={view}
      onChange={(value) => {
        const chosen = views.find((known) => known.id === value)
        if (chosen) onChange(chosen.id)
      }}
      data={views.map(({ id, label, icon }) => ({
        value: id,
        label: (
          <span className={css.word}>
            {icon}
            <span className="phone-hidden">{label}</span>
          </span>
        ),
      }))}
    />
  )
}
