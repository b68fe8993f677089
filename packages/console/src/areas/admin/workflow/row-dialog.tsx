import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import type { OwnRow } from './class-model.ts'
import { Outcome, type Sent } from './outcome.tsx'
import type { Draft, FieldWords } from './use-draft.ts'
import css from './workflow.module.css'

/**
 * The frame of a dialog that adds or changes one row of a class: what the row is (inherited, of the system), what
 * came of saving (somebody else was faster: whose words shall stand), and its removal.
 */
export function RowDialog<V extends object>({
  title,
  row,
  name,
  save,
  remove,
  onSave,
  onRemove,
  onClose,
  removal,
  wide = false,
  isReadOnly = false,
  draft,
  words,
  children,
}: {
  title: string
  row: OwnRow | null
  /** What it is called, for the question before it is removed. */
  name: string
  save: Sent
  remove?: Sent
  onSave: () => void
  onRemove?: () => void
  onClose: () => void
  /** What goes with it. */
  removal?: string
  wide?: boolean
  isReadOnly?: boolean
  draft: Draft<V>
  words: FieldWords<V>
  children: ReactNode
}) {
  const t = useTexts('workflow')
  const say = useTexts()
  const id = useId()
  const send = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    onSave()
  }
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('removeTitle', { name }), lead: removal ?? t('removeLead') })) onRemove?.()
  }
  return (
    <Dialog
      wide={wide}
      title={title}
      onClose={onClose}
      footer={
        <>
          {onRemove && row && !row.inherited && !row.system && (
            <span className={css.removal}>
              <Button icon={<IconTrash size={16} />} loading={remove?.isPending} onClick={() => void ask()}>
                {say('ui.delete')}
              </Button>
            </span>
          )}
          <Button onClick={onClose}>{isReadOnly ? say('ui.close') : say('ui.cancel')}</Button>
          {!isReadOnly && (
            <Button kind="primary" type="submit" form={id} loading={save.isPending}>
              {row && !row.inherited ? say('ui.save') : say('ui.add')}
            </Button>
          )}
        </>
      }
    >
      <form id={id} noValidate onSubmit={send}>
        <Stack gap={4}>
          <Standing row={row} isReadOnly={isReadOnly} />
          <Outcome
            save={save}
            remove={remove}
            draft={draft}
            words={words}
            onAgain={onSave}
            onRemoveAgain={onRemove}
          />
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}

/** Why a row is not simply the class's own. */
function Standing({ row, isReadOnly }: { row: OwnRow | null; isReadOnly: boolean }) {
  const t = useTexts('workflow')
  if (row?.inherited)
    return (
      <Notice
        tone="calm"
        action={
          <Link to={addressOf('/admin/workflow', [row.classcode, 'workflow'])}>{t('changeThere')}</Link>
        }
      >
        {isReadOnly
          ? t('inheritedOnly', { code: row.classcode })
          : t('inheritedLead', { code: row.classcode })}
      </Notice>
    )
  return row?.system ? <Notice tone="calm">{t('systemRow')}</Notice> : null
}
