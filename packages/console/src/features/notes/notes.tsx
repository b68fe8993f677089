import { type Note, type NoteClass, noteDelete, noteLimits, noteList, noteSet } from '@stationmaster/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { RowList } from '../../ui/data/row-list.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { useDraftVersion, versionIn } from '../../ui/form/stored-values.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { Card, Row, Stack } from '../../ui/page/page.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import css from './notes.module.css'

interface NotesProps {
  classCode: NoteClass
  id: string
  /** In a tab, which has the title and the frame. */
  isTab?: boolean
}

const hints = [
  'station.changed',
  'site.changed',
  'client.changed',
  'card.changed',
  'transaction.changed',
] as const

/** The internal notes about an object, newest first, and a field for another one. */
export function Notes({ classCode, id, isTab = false }: NotesProps) {
  const t = useTexts('notes')
  const found = useEndpoint(noteList, { classcode: classCode, id }, { hints, keepPrevious: true })
  const { path, use } = noteSet
  // the right to change the object is also the right to write notes about it
  const mayChange = useMay()({ path, use: { ...use, classCode, verb: 'u' } }, { id })
  const content = (
    <Stack gap={4}>
      {mayChange && (
        <div data-screen-only>
          <NoteForm about={{ classCode, id }} />
        </div>
      )}
      {!found.data ? (
        <Unloaded small query={found} rows={2} />
      ) : found.data.length === 0 ? (
        <p className="muted">{t('none')}</p>
      ) : (
        <RowList label={t('title')}>
          {found.data.map((note) => (
            <Line key={note.id} note={note} mayChange={mayChange} />
          ))}
        </RowList>
      )}
    </Stack>
  )
  return isTab ? content : <Card title={t('title')}>{content}</Card>
}

function Line({ note, mayChange }: { note: Note; mayChange: boolean }) {
  const t = useTexts('notes')
  const [isEdited, setEdited] = useState(false)
  const remove = useChange(noteDelete)
  const { id, text, username, created, edited } = note
  const ask = async () => {
    const isSure = await confirm({ title: t('delete'), lead: t('deleteLead'), action: t('ui.delete') })
    if (isSure) remove.mutate({ id })
  }
  if (isEdited)
    return (
      <li>
        <div>
          <NoteForm note={note} onClose={() => setEdited(false)} />
        </div>
      </li>
    )
  return (
    <li>
      <div>
        <bdi className={css.text}>{text}</bdi>
        <span className="muted">
          <Moment at={created} /> {username && <bdi>{username}</bdi>} {edited && t('edited')}
        </span>
      </div>
      {mayChange && (
        <Row>
          <IconButton small label={t('edit')} onClick={() => setEdited(true)}>
            <IconPencil size={16} />
          </IconButton>
          <IconButton small label={t('delete')} onClick={() => void ask()}>
            <IconTrash size={16} />
          </IconButton>
        </Row>
      )}
    </li>
  )
}

/** The field of a new note, or that of a note that is edited. */
function NoteForm({ about, note, onClose }: { about?: NotesProps; note?: Note; onClose?: () => void }) {
  const t = useTexts('notes')
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? note?.text ?? ''
  const version_no = useDraftVersion(note?.version_no, typed !== null)
  const save = useChange(noteSet, {
    done: null,
    onSaved: () => {
      setTyped(null)
      onClose?.()
    },
  })
  const isEmpty = text.trim() === ''
  const send = () =>
    save.mutate({
      text,
      id: note?.id ?? null,
      ...(note ? versionIn({ version_no }) : { classcode: about!.classCode, object: about!.id }),
    })
  return (
    <SubmitForm save={save} onSubmit={() => !isEmpty && send()}>
      <TextAreaField
        label={t(note ? 'edit' : 'add')}
        description={note ? undefined : t('hint')}
        autosize
        minRows={2}
        maxLength={noteLimits.text}
        data-autofocus={note ? true : undefined}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {(note || !isEmpty) && (
        <Row end>
          {onClose && <Button onClick={onClose}>{t('ui.cancel')}</Button>}
          <Button kind="primary" type="submit" disabled={isEmpty} loading={save.isPending}>
            {t(note ? 'ui.save' : 'add')}
          </Button>
        </Row>
      )}
    </SubmitForm>
  )
}
