import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { OwnRow } from './class-model.ts'
import { Outcome } from './outcome.tsx'
import type { RowForm } from './use-row-form.ts'
import css from './workflow.module.css'

/**
 * Frame of a dialog that adds or changes one row of a class: its origin (inherited, system), the result of
 * saving (including conflicts with other users), and its removal.
 */
export function RowDialog<V extends object>({
  title,
  form,
  name,
  onSave,
  removalLead,
  wide,
  isReadOnly = false,
  children,
}: {
  title: string
  form: RowForm<V>
  /** Name of the row, for the confirmation of its removal. */
  name: string
  onSave: () => void
  /** Consequences of the removal, for the same confirmation. */
  removalLead?: string
  wide?: boolean
  isReadOnly?: boolean
  children: ReactNode
}) {
  const t = useTexts('workflow')
  const { row, own, save, removal, remove } = form
  const askToRemove = async (): Promise<void> => {
    if (await confirm({ title: t('removeTitle', { name }), lead: removalLead ?? t('removeLead') })) remove()
  }
  return (
    <FormDialog
      wide={wide}
      title={title}
      isNew={!own}
      isReadOnly={isReadOnly}
      save={save}
      onSubmit={onSave}
      onClose={form.onClose}
      outcome={
        <>
          <RowOrigin row={row} isReadOnly={isReadOnly} />
          <Outcome
            save={save}
            remove={removal}
            draft={form.draft}
            words={form.words}
            onAgain={onSave}
            onRemoveAgain={remove}
          />
        </>
      }
      start={
        own &&
        !own.system && (
          <span className={css.removal}>
            <Button
              icon={<IconTrash size={16} />}
              loading={removal.isPending}
              onClick={() => void askToRemove()}
            >
              {t('ui.delete')}
            </Button>
          </span>
        )
      }
    >
      {children}
    </FormDialog>
  )
}

/** Explains why a row does not belong to the class itself or is read-only. */
function RowOrigin({ row, isReadOnly }: { row: OwnRow | null; isReadOnly: boolean }) {
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
