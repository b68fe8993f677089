import type { RightLetter } from '@stationmaster/contract'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useGroupName } from '../../../features/people/group-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { useUnsaved } from '../../../ui/feedback/leaving.ts'
import { isSame, type Mark, type Marks, nextMark, type RuleSubject } from './marks.ts'
import { as } from '../../../ui/table/table-roles.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import css from './security.module.css'

/** One row of a grid: a subject, what is stored, and the origin of the rule if it is inherited. */
export interface GridRow<Letter extends RightLetter> {
  key: string
  subject: RuleSubject
  /** Object or method of the rule, if the grid shows more than one. */
  about?: string
  stored: Marks<Letter>
  note?: string | null
  /** Added by the user just now: nothing is stored yet. */
  isNew?: boolean
}

export interface GridProps<Letter extends RightLetter> {
  label: string
  letters: readonly Letter[]
  rows: readonly GridRow<Letter>[]
  /** Stores the marks of a row; rejects if the server refuses. */
  onSave: (row: GridRow<Letter>, marks: Marks<Letter>) => Promise<unknown>
  /** Passes a row on with its current marks, saved or not. */
  onPassOn?: (row: GridRow<Letter>, marks: Marks<Letter>) => void
}

/** A grid of subjects by letters; each cell is unset, allowed or denied and changes with every press. */
export function RuleGrid<Letter extends RightLetter>({
  label,
  letters,
  rows,
  onSave,
  onPassOn,
}: GridProps<Letter>) {
  const t = useTexts('security')
  const groupName = useGroupName()
  const shown = rows.map((row) =>
    row.subject.kind === 'group'
      ? { ...row, subject: { ...row.subject, name: groupName(row.subject) } }
      : row,
  )
  return (
    <PlainTable
      label={label}
      titles={[
        t('subject'),
        ...letters.map((letter) => t(`letters.${letter as RightLetter}`)),
        <span key="actions" className="hidden-text">
          {t('actions')}
        </span>,
      ]}
      cards
      className={css.grid}
    >
      <tbody {...as.rows}>
        {shown.map((row) => (
          <Line key={row.key} row={row} letters={letters} onSave={onSave} onPassOn={onPassOn} />
        ))}
      </tbody>
    </PlainTable>
  )
}

function Line<Letter extends RightLetter>({
  row,
  letters,
  onSave,
  onPassOn,
}: Pick<GridProps<Letter>, 'letters' | 'onSave' | 'onPassOn'> & { row: GridRow<Letter> }) {
  const t = useTexts('security')
  const { marks, isChanged, set, save, forget, isSaving, error } = useDraft(row, onSave)
  return (
    <>
      <tr {...as.row} data-changed={isChanged || undefined}>
        <th {...as.rowHead}>
          <Subject row={row} />
        </th>
        {letters.map((letter) => (
          <td key={letter} {...as.cell}>
            <Cell
              letter={letter}
              mark={marks[letter]}
              name={row.about ? `${row.about}, ${row.subject.name}` : row.subject.name}
              onPress={() => set(letter)}
            />
          </td>
        ))}
        <td {...as.cell} className={css.actions}>
          {isChanged && (
            <>
              <Button small kind="primary" loading={isSaving} onClick={() => void save()}>
                {t('save')}
              </Button>
              <Button small kind="quiet" onClick={forget}>
                {t('discard')}
              </Button>
            </>
          )}
          {onPassOn && (
            <Button small onClick={() => onPassOn(row, marks)}>
              {t('passOn.open')}
            </Button>
          )}
        </td>
      </tr>
      {error && (
        <tr {...as.row}>
          <td {...as.cell} colSpan={letters.length + 2}>
            <Failure small error={error} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Holds the unsaved marks of a row. */
function useDraft<Letter extends RightLetter>(row: GridRow<Letter>, onSave: GridProps<Letter>['onSave']) {
  const [draft, setDraft] = useState<Marks<Letter> | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const marks = draft ?? row.stored
  const forget = () => {
    setDraft(null)
    setError(null)
  }
  const save = async () => {
    setSaving(true)
    try {
      await onSave(row, marks)
      forget()
    } catch (failure) {
      setError(failure)
    }
    setSaving(false)
  }
  const set = (letter: Letter) => setDraft({ ...marks, [letter]: nextMark(marks[letter]) })
  const isChanged = !isSame(marks, row.stored)
  useUnsaved(isChanged)
  return { marks, isChanged, set, save, forget, isSaving, error }
}

function Subject({
  row: { subject, about, note, isNew },
}: {
  row: Omit<GridRow<RightLetter>, 'stored' | 'key'>
}) {
  const t = useTexts('security')
  return (
    <span className={css.subject}>
      {about && <bdi>{about}</bdi>}
      <bdi className={about ? 'muted' : undefined}>{subject.name}</bdi>
      <small className="muted">
        {[t(`kinds.${subject.kind}`), note, isNew && t('notSaved')].filter(Boolean).join(' · ')}
      </small>
    </span>
  )
}

const icons: Record<Mark, typeof IconCheck> = { none: IconMinus, allow: IconCheck, deny: IconX }

function Cell({
  letter,
  mark,
  name,
  onPress,
}: {
  letter: RightLetter
  mark: Mark
  name: string
  onPress: () => void
}) {
  const t = useTexts('security')
  const Icon = icons[mark]
  const word = t(`letters.${letter}`)
  return (
    <button
      type="button"
      className={css.cell}
      data-mark={mark}
      title={t(`marks.${mark}`)}
      aria-label={t('cell', { name, letter: word, mark: t(`marks.${mark}`) })}
      onClick={onPress}
    >
      <Icon size={16} stroke={2.2} aria-hidden />
      <span className={css.word} aria-hidden>
        {word}
      </span>
    </button>
  )
}
