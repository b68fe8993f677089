/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- no native element is a combobox
   over a list box of groups; its field keeps focus and keys */
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaletteEntry } from '../../lib/palette.ts'
import { useStore } from '../../lib/store.ts'
import { useTextKey, useTexts } from '../../lib/texts.ts'
import css from './palette.module.css'
import { paletteField, paletteText } from './palette-state.ts'
import { type FoundGroup, usePaletteSearch } from './use-palette-search.ts'

const quick = { transition: 'fade', duration: 140, exitDuration: 100 } as const

/**
 * The command palette: one field, and below it everything that can be opened from the current page. A
 * combobox with a list box; arrow keys select, Enter opens, Escape closes.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Modal.Root
      opened
      onClose={onClose}
      centered={false}
      yOffset="12vh"
      size={580}
      transitionProps={quick}
      classNames={{ body: css.body }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <Modal.Body>
          <Finder onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const id = useId()
  const open = useOpen(onClose)
  const text = useStore(paletteText)
  const [chosen, setChosen] = useState(0)
  const { groups, searching } = usePaletteSearch(text)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(chosen, Math.max(0, entries.length - 1))
  const list = useChosenInView(at)
  const isStale = groups.find((group) => group.entries.includes(entries[at]!))?.isStale ?? true
  const { openWhenFound, forget } = useOpenWhenFound({ entry: entries[at], isStale, searching, open })
  const type = (typed: string): void => {
    paletteText.set(typed)
    setChosen(0)
    forget()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const entry = entries[at]
    if (step !== undefined && entries.length > 0) setChosen((at + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && isStale && searching) openWhenFound()
    else if (event.key === 'Enter' && entry) open(entry)
    else return
    event.preventDefault()
  }
  const active = entries[at] ? `${id}-${at}` : undefined
  return (
    <>
      <Field id={id} active={active} text={text} onType={type} onKeyDown={onKeyDown} />
      <div ref={list} className={css.list} id={`${id}-list`} role="listbox" aria-label={t('palette.title')}>
        <Groups groups={groups} at={at} id={id} onOpen={open} onChoose={setChosen} />
      </div>
      {entries.length === 0 && !searching && <p className={css.nothing}>{t('palette.nothing', { text })}</p>}
      <Foot count={entries.length} groups={groups} />
    </>
  )
}

/** Opens the first entry as soon as it belongs to the text: Enter may be pressed before the server has answered. */
function useOpenWhenFound({
  entry,
  isStale,
  searching,
  open,
}: {
  entry: PaletteEntry | undefined
  isStale: boolean
  searching: boolean
  open: (entry: PaletteEntry) => void
}) {
  const isWaiting = useRef(false)
  useEffect(() => {
    if (!isWaiting.current || (searching && isStale)) return
    isWaiting.current = false
    if (entry) open(entry)
  })
  const wait = (isWanted: boolean) => () => {
    isWaiting.current = isWanted
  }
  return { openWhenFound: wait(true), forget: wait(false) }
}

function useOpen(onClose: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate()
  return (entry) => {
    onClose()
    if (entry.to) void navigate(entry.to)
    entry.run?.()
  }
}

function Field({
  id,
  active,
  text,
  onType,
  onKeyDown,
}: {
  id: string
  /** Id of the selected option. */
  active: string | undefined
  text: string
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const t = useTexts()
  return (
    <div className={css.field}>
      <IconSearch size={18} />
      <input
        data-autofocus
        {...{ [paletteField]: true }}
        role="combobox"
        aria-expanded={active !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={active}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

function Foot({ count, groups }: { count: number; groups: readonly FoundGroup[] }) {
  const t = useTexts()
  const nameOf = useGroupName()
  return (
    <footer className={css.foot}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.navigate')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('palette.open')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('palette.dismiss')}
      </span>
      <output className="hidden-text">
        {[t('palette.results', { count }), ...groups.map(nameOf)].join(', ')}
      </output>
    </footer>
  )
}

/** Returns the name of a group for screen readers: "Stations 12". */
function useGroupName(): (group: FoundGroup) => string {
  const translate = useTextKey()
  return ({ heading, count }) => [translate(heading), count].filter(Boolean).join(' ')
}

function Groups({
  groups,
  at,
  id,
  onOpen,
  onChoose,
}: {
  groups: readonly FoundGroup[]
  at: number
  id: string
  onOpen: (entry: PaletteEntry) => void
  onChoose: (at: number) => void
}) {
  const translate = useTextKey()
  const nameOf = useGroupName()
  const starts = groups.map((_, place) => groups.slice(0, place).flatMap((group) => group.entries).length)
  return groups.map((group, place) => (
    <div key={group.id} role="group" aria-label={nameOf(group)}>
      <div className={`${css.heading} group-label`} aria-hidden="true">
        {translate(group.heading)}
        {group.count !== undefined && <span className={css.count}>{group.count}</span>}
      </div>
      {group.entries.map((entry, offset) => {
        const mine = (starts[place] ?? 0) + offset
        return (
          <div
            key={entry.id}
            id={`${id}-${mine}`}
            role="option"
            tabIndex={-1}
            aria-selected={mine === at}
            className={css.entry}
            onClick={() => onOpen(entry)}
            onMouseMove={() => onChoose(mine)}
          >
            {entry.icon}
            <bdi className={entry.mono ? 'mono ellipsis' : 'ellipsis'}>{entry.label}</bdi>
            {entry.hint && <span className="muted ellipsis">{entry.hint}</span>}
          </div>
        )
      })}
    </div>
  ))
}

function useChosenInView(at: number) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return list
}
