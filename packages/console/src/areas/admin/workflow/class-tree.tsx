import { IconBox, IconDots, IconLock, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { ClassRow } from './class-model.ts'
import css from './tree.module.css'

/** Reason why a class cannot be removed, or null. */
export type Obstacle = 'system' | 'children' | null
export const obstacleTo = (row: ClassRow, classes: readonly ClassRow[]): Obstacle =>
  row.system ? 'system' : classes.some(({ parentcode }) => parentcode === row.code) ? 'children' : null

/** True if a class can have subclasses. */
export const mayHaveChildren = (row: ClassRow): boolean => row.abstract || !row.system

/** All classes as a tree of links; typing shows those that match, with the classes above them. */
export function ClassTree({
  classes,
  active,
  onAdd,
  onRemove,
}: {
  classes: readonly ClassRow[]
  active: string | undefined
  onAdd: (parent: ClassRow) => void
  onRemove: (row: ClassRow) => void
}) {
  const t = useTexts('workflow')
  const [searchText, search] = useState('')
  const shown = matching(classes, searchText)
  return (
    <nav className={css.tree} aria-label={t('classes.title')}>
      <TextField
        type="search"
        aria-label={t('classes.search')}
        placeholder={t('classes.search')}
        value={searchText}
        onChange={({ currentTarget }) => search(currentTarget.value)}
      />
      <p className="hidden-text" aria-live="polite">
        {searchText && t('classes.count', { count: shown.length })}
      </p>
      {shown.length === 0 && <p className="muted">{t('ui.nothingFound')}</p>}
      <Branch parent={null} classes={shown}>
        {(row) => (
          <Entry
            row={row}
            isActive={row.code === active}
            obstacle={obstacleTo(row, classes)}
            onAdd={() => onAdd(row)}
            onRemove={() => onRemove(row)}
          />
        )}
      </Branch>
    </nav>
  )
}

/** Returns the classes whose name or code contains the text, and all classes above them. */
function matching(classes: readonly ClassRow[], searchText: string): readonly ClassRow[] {
  const text = searchText.trim().toLowerCase()
  if (text === '') return classes
  const byCode = new Map(classes.map((row) => [row.code, row]))
  const visible = new Set<string>()
  for (const row of classes)
    if (`${row.name} ${row.code}`.toLowerCase().includes(text))
      for (let at: ClassRow | undefined = row; at; at = byCode.get(at.parentcode ?? '')) visible.add(at.code)
  return classes.filter(({ code }) => visible.has(code))
}

function Branch({
  parent,
  classes,
  children,
}: {
  parent: string | null
  classes: readonly ClassRow[]
  children: (row: ClassRow) => ReactNode
}) {
  const rows = classes.filter(({ parentcode }) => parentcode === parent)
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.code}>
          {children(row)}
          <Branch parent={row.code} classes={classes}>
            {children}
          </Branch>
        </li>
      ))}
    </ul>
  )
}

function Entry({
  row,
  isActive,
  obstacle,
  onAdd,
  onRemove,
}: {
  row: ClassRow
  isActive: boolean
  obstacle: Obstacle
  onAdd: () => void
  onRemove: () => void
}) {
  const t = useTexts('workflow')
  return (
    <div className={css.entry} data-active={isActive || undefined}>
      <Link
        to={addressOf('/admin/workflow', [row.code])}
        aria-current={isActive ? 'page' : undefined}
        data-abstract={row.abstract || undefined}
      >
        <IconBox size={16} stroke={1.5} aria-hidden />
        <bdi className="ellipsis" title={row.name}>
          {row.name}
        </bdi>
        {row.abstract && <small>{t('abstract')}</small>}
        {row.system && (
          <span title={t('system')}>
            <IconLock size={13} aria-hidden />
            <span className="hidden-text">{t('system')}</span>
          </span>
        )}
      </Link>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton small tip={false} label={t('classes.menu', { name: row.name })}>
            <IconDots size={16} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlus size={16} />}
            disabled={!mayHaveChildren(row)}
            title={mayHaveChildren(row) ? undefined : t('classes.noChildren')}
            onClick={onAdd}
          >
            {t('classes.addChild')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            component={Link}
            to={addressOf('/admin/workflow', [row.code, 'edit'])}
          >
            {t('classes.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            disabled={obstacle !== null}
            title={obstacle ? t(`classes.obstacles.${obstacle}`) : undefined}
            onClick={onRemove}
          >
            {t('ui.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
