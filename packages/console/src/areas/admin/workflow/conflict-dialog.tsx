import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog, LeaveButton } from '../../../ui/feedback/dialog.tsx'
import css from './conflict.module.css'
import { type Change, type Draft, type FieldWords, labelIn, textIn } from './use-draft.ts'

/**
 * Shown if another user saved the row while it was open: compares their changes with what was typed and asks
 * which to keep. Typed input is never discarded without a decision.
 */
export function ConflictDialog<V extends object>({
  draft,
  words,
  onAgain,
  isRemoval = false,
  onClose,
}: {
  draft: Draft<V>
  words: FieldWords<V>
  /** Sends the same change again, based on the current row. */
  onAgain: () => void
  isRemoval?: boolean
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const takeTheirs = (): void => {
    draft.reset()
    onClose()
  }
  return (
    <Dialog
      wide
      title={t('conflict.title')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton>{isRemoval ? t('ui.cancel') : t('conflict.back')}</LeaveButton>
          {!isRemoval && <Button onClick={takeTheirs}>{t('conflict.take')}</Button>}
          <Button kind={isRemoval ? 'danger' : 'primary'} onClick={onAgain}>
            {isRemoval ? t('conflict.remove') : t('conflict.keep')}
          </Button>
        </>
      }
    >
      <p>{isRemoval ? t('conflict.removalLead') : t('conflict.lead')}</p>
      <Changes draft={draft} words={words} />
    </Dialog>
  )
}

function Changes<V extends object>({ draft, words }: { draft: Draft<V>; words: FieldWords<V> }) {
  const t = useTexts('workflow')
  const changes = draft.changesIn(Object.keys(words) as (keyof V & string)[])
  if (changes.length === 0) return <p className="muted">{t('conflict.nothingHere')}</p>
  return (
    <dl className={css.changes}>
      {changes.map((change) => (
        <Field key={change.name} change={change} words={words} />
      ))}
    </dl>
  )
}

function Field<V extends object>({
  change: { name, before, theirs, mine },
  words,
}: {
  change: Change<V>
  words: FieldWords<V>
}) {
  const t = useTexts('workflow')
  const textOf = (values: V): string => textIn(words, name, values) || '–'
  return (
    <div>
      <dt>{labelIn(words, name)}</dt>
      <dd data-of="before">
        <span>{t('conflict.before')}</span>
        <del>{textOf(before)}</del>
      </dd>
      <dd data-of="theirs">
        <span>{t('conflict.latest')}</span>
        <bdi>{textOf(theirs)}</bdi>
      </dd>
      {mine && (
        <dd data-of="mine">
          <span>{t('conflict.mine')}</span>
          <bdi>{textOf(mine)}</bdi>
        </dd>
      )}
    </div>
  )
}
