import {
  IconCheck,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { type Ref, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CallError } from '../../lib/call.ts'
import {
  moveStoredViews,
  nameMax,
  type SavedView,
  useSavedViews,
  viewSearch,
  type ViewList,
} from '../../lib/saved-views.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast, toastUndo } from '../../lib/toasts.ts'
import { Button } from '../buttons.tsx'
import { confirm } from '../feedback/confirm.tsx'
import { Failure, Unloaded } from '../feedback/feedback.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { useDraftVersion } from '../form/stored-values.ts'
import { TextField } from '../form/text-field.tsx'
import { IconButton } from '../icon-button.tsx'
import css from './saved-views.module.css'

type Views = ReturnType<typeof useSavedViews>

/** Saved views of a list, those of the team too, and a field that saves the current one under a name. */
export function SavedViews({
  list,
  columns,
  onClose,
}: {
  list: ViewList
  columns: readonly string[] | null
  onClose: () => void
}) {
  const t = useTexts('views')
  const [search] = useSearchParams()
  const views = useSavedViews(list)
  useMovedViews(list, views)
  const field = useRef<HTMLInputElement>(null)
  // The focused button may be gone; without a focus inside, Escape would not close the menu.
  const rest = (): void => field.current?.focus()
  const found = views.query.data
  const own = found?.filter(({ ismine }) => ismine) ?? []
  const team = found?.filter(({ ismine }) => !ismine) ?? []
  const present = viewSearch(search, columns)
  const rows = { views, list, present, onClose, onDone: rest }
  const failure = [views.save.error, views.remove.error, views.choose.error].find(
    (error) => error && nameError(error) === undefined,
  )
  return (
    <div className={css.views}>
      {failure && <Failure small error={failure} title={t('ui.saveFailed')} />}
      {!found && <Unloaded small query={views.query} rows={2} rowHeight={32} />}
      {found?.length === 0 && <p className="muted">{t('empty')}</p>}
      {own.length > 0 && <Rows {...rows} label={t('own')} of={own} />}
      {team.length > 0 && <Rows {...rows} label={t('team')} of={team} />}
      {found && (
        <Save
          field={field}
          own={own}
          onSave={(name, isShared) => {
            const known = own.find((view) => view.name === name)
            const isshared = isShared || known?.isshared === true
            views.save.mutate({ id: known?.id ?? null, list, name, search: present, isshared })
          }}
        />
      )}
    </div>
  )
}

/** Returns the text of a refusal that names the field; undefined for other failures. */
const nameError = (error: Error | null): string | undefined =>
  error instanceof CallError && error.field === 'name' ? error.message : undefined

/** Moves views of this device to the server, once the list of views is known. */
function useMovedViews(list: ViewList, { query, reload }: Views): void {
  const t = useTexts('views')
  const isLoaded = query.data !== undefined
  const move = useEffectEvent(async () => {
    const count = await moveStoredViews(list, query.data?.filter(({ ismine }) => ismine) ?? [])
    if (count === 0) return
    toast(t('moved', { count }))
    await reload()
  })
  useEffect(() => {
    if (isLoaded) void move()
  }, [isLoaded])
}

interface RowsProps {
  views: Views
  list: ViewList
  /** Query of the current address. */
  present: string
  onClose: () => void
  onDone: () => void
}

function Rows({ of, label, ...rest }: RowsProps & { of: readonly SavedView[]; label: string }) {
  const [editing, setEditing] = useState<string | null>(null)
  const done = (): void => {
    setEditing(null)
    rest.onDone()
  }
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {of.map((view) => (
          <li key={view.id}>
            {editing === view.id ? (
              <Edit views={rest.views} view={view} onDone={done} />
            ) : (
              <Row {...rest} view={view} onEdit={() => setEditing(view.id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({
  views: { save, remove, choose },
  view,
  list,
  present,
  onEdit,
  onClose,
  onDone,
}: RowsProps & { view: SavedView; onEdit: () => void }) {
  const t = useTexts('views')
  const { id, name, search, isshared, isdefault } = view
  const drop = async (): Promise<void> => {
    // Views of others may begin with it.
    if (isshared && !(await confirm({ title: t('remove', { name }), lead: t('removeShared') }))) return
    remove.mutate({ id })
    if (!isshared)
      toastUndo(t('removed', { name }), () => save.mutate({ id: null, list, name, search, isshared }))
    onDone()
  }
  return (
    <>
      <Link to={{ search }} aria-current={search === present || undefined} onClick={onClose}>
        {name}
        {isshared && view.ismine && (
          <>
            <IconUsers size={14} aria-hidden className={css.shared} />
            <span className="hidden-text"> {t('shared')}</span>
          </>
        )}
        {!view.ismine && <small className="muted">{view.username}</small>}
      </Link>
      <IconButton
        small
        tip={false}
        aria-pressed={isdefault}
        label={t('default', { name })}
        title={t('defaultHint')}
        onClick={() => choose.mutate({ id, isdefault: !isdefault })}
      >
        {isdefault ? <IconStarFilled size={14} /> : <IconStar size={14} />}
      </IconButton>
      {view.mayedit && (
        <>
          <IconButton small tip={false} label={t('edit', { name })} onClick={onEdit}>
            <IconPencil size={14} />
          </IconButton>
          <IconButton small tip={false} label={t('remove', { name })} onClick={() => void drop()}>
            <IconTrash size={14} />
          </IconButton>
        </>
      )}
    </>
  )
}

function Save({
  field,
  own,
  onSave,
}: {
  field: Ref<HTMLInputElement>
  own: readonly SavedView[]
  onSave: (name: string, isShared: boolean) => void
}) {
  const t = useTexts('views')
  const [typed, setTyped] = useState('')
  const [isShared, setShared] = useState(false)
  const name = typed.trim()
  return (
    <form
      className={css.new}
      onSubmit={(event) => {
        event.preventDefault()
        if (name === '') return
        onSave(name, isShared)
        setTyped('')
        setShared(false)
      }}
    >
      <div className={css.save}>
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
          {t(own.some((view) => view.name === name) ? 'replace' : 'save')}
        </Button>
      </div>
      <Checkbox label={t('share')} checked={isShared} onChange={setShared} />
    </form>
  )
}

function Edit({ views: { save }, view, onDone }: { views: Views; view: SavedView; onDone: () => void }) {
  const t = useTexts('views')
  const [draft, setDraft] = useState<{ name?: string; isshared?: boolean }>({})
  const version_no = useDraftVersion(view.version_no, Object.keys(draft).length > 0)
  const { name: typed, isshared } = { ...view, ...draft }
  const name = typed.trim()
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (name !== '') save.mutate({ id: view.id, version_no, name, isshared }, { onSuccess: onDone })
  }
  return (
    <form className={css.new} onSubmit={submit}>
      <div className={css.save}>
        <TextField
          aria-label={t('rename', { name: view.name })}
          maxLength={nameMax}
          autoComplete="off"
          ref={(field: HTMLInputElement | null) => field?.select()}
          value={typed}
          error={nameError(save.error)}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <IconButton small tip={false} type="submit" label={t('ui.save')} disabled={name === ''}>
          <IconCheck size={14} />
        </IconButton>
        <IconButton small tip={false} label={t('ui.cancel')} onClick={onDone}>
          <IconX size={14} />
        </IconButton>
      </div>
      <Checkbox
        label={t('share')}
        checked={isshared}
        onChange={(on) => setDraft({ ...draft, isshared: on })}
      />
    </form>
  )
}
