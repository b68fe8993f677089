import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { type Ref, type SyntheticEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  keepViews,
  nameMax,
  renamed,
  type SavedView,
  savedViews,
  viewSearch,
  withView,
} from '../../lib/saved-views.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { toastUndo } from '../../lib/toasts.ts'
import { TextField } from '../form/text-field.tsx'
import { IconButton } from '../icon-button.tsx'
import css from './saved-views.module.css'

/** Saved views of a list, and a field that saves the current one under a name. */
export function SavedViews({
  list,
  columns,
  onClose,
}: {
  list: string
  columns: readonly string[] | null
  onClose: () => void
}) {
  const t = useTexts('views')
  const [search] = useSearchParams()
  const [views, setViews] = useState(() => savedViews(list))
  const [editing, setEditing] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const present = viewSearch(search, columns)
  // The focused button may be gone; without a focus inside, Escape would not close the menu.
  const rest = (): void => {
    setEditing(null)
    field.current?.focus()
  }
  const keep = (next: SavedView[]): void => {
    keepViews(list, next)
    setViews(next)
    rest()
  }
  const remove = (view: SavedView): void => {
    keep(views.filter((other) => other !== view))
    // Restores into the views stored by then; the menu may be closed.
    toastUndo(t('removed', { name: view.name }), () => keep(withView(savedViews(list), view)))
  }
  return (
    <div className={css.views}>
      {views.length === 0 ? (
        <p className="muted">{t('empty')}</p>
      ) : (
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              {editing === view.name ? (
                <Rename views={views} view={view} onKeep={keep} onCancel={rest} />
              ) : (
                <>
                  <Link
                    to={{ search: view.search }}
                    aria-current={view.search === present || undefined}
                    onClick={onClose}
                  >
                    {view.name}
                  </Link>
                  <IconButton
                    small
                    tip={false}
                    label={t('rename', { name: view.name })}
                    onClick={() => setEditing(view.name)}
                  >
                    <IconPencil size={14} />
                  </IconButton>
                  <IconButton
                    small
                    tip={false}
                    label={t('remove', { name: view.name })}
                    onClick={() => remove(view)}
                  >
                    <IconTrash size={14} />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Save field={field} views={views} onSave={(name) => keep(withView(views, { name, search: present }))} />
      <p className={css.note}>{t('savedHere')}</p>
    </div>
  )
}

function Save({
  field,
  views,
  onSave,
}: {
  field: Ref<HTMLInputElement>
  views: readonly SavedView[]
  onSave: (name: string) => void
}) {
  const t = useTexts('views')
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  return (
    <form
      className={css.save}
      onSubmit={(event) => {
        event.preventDefault()
        if (name === '') return
        onSave(name)
        setTyped('')
      }}
    >
      <TextField
        ref={field}
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={nameMax}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name === ''}>
        {t(views.some((view) => view.name === name) ? 'replace' : 'save')}
      </Button>
    </form>
  )
}

function Rename({
  views,
  view,
  onKeep,
  onCancel,
}: {
  views: readonly SavedView[]
  view: SavedView
  onKeep: (views: SavedView[]) => void
  onCancel: () => void
}) {
  const t = useTexts('views')
  const [typed, setTyped] = useState(view.name)
  const name = typed.trim()
  const next = name === '' ? null : renamed(views, view.name, name)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (next) onKeep(next)
  }
  return (
    <form className={css.save} onSubmit={submit}>
      <TextField
        aria-label={t('rename', { name: view.name })}
        maxLength={nameMax}
        autoComplete="off"
        ref={(field: HTMLInputElement | null) => field?.select()}
        value={typed}
        error={name !== '' && next === null && t('taken')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <IconButton small tip={false} type="submit" label={t('ui.save')} disabled={next === null}>
        <IconCheck size={14} />
      </IconButton>
      <IconButton small tip={false} label={t('ui.cancel')} onClick={onCancel}>
        <IconX size={14} />
      </IconButton>
    </form>
  )
}
