import { workflowClassSet } from '@stationmaster/contract'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { type ClassRow, codeOf } from './class-model.ts'
import { Outcome } from './outcome.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { useDraft, useFields } from './use-draft.ts'

/** Adds a class below another one. */
export function ClassDialog({ parent, onClose }: { parent: ClassRow; onClose: () => void }) {
  const t = useTexts('workflow')
  const navigate = useNavigate()
  const draft = useDraft({ name: '', code: '', abstract: false })
  const values = { ...draft.values, code: draft.values.code || codeOf(draft.values.name) }
  const save = useChange(workflowClassSet, {
    onReloaded: ({ code }) => {
      onClose()
      void navigate(addressOf('/admin/workflow', [code, 'workflow']))
    },
  })
  const words = { name: t('name'), code: t('code'), abstract: t('classes.abstract') }
  const fields = useFields({ draft, values, words, failure: save.error })
  const send = (): void => {
    if (draft.hasAll(values, ['name', 'code'])) save.mutate({ id: null, parentcode: parent.code, ...values })
  }
  return (
    <FormDialog
      isNew
      title={t('classes.addBelow', { name: parent.name })}
      save={save}
      onSubmit={send}
      onClose={onClose}
      outcome={<Outcome save={save} draft={draft} words={words} onAgain={send} />}
    >
      <FormGrid>
        <TextField required maxLength={120} data-autofocus {...fields.text('name')} />
        <TextField required maxLength={60} placeholder="parking_space" {...fields.text('code')} />
      </FormGrid>
      <SwitchField description={t('classes.abstractHint')} {...fields.onOff('abstract')} />
    </FormDialog>
  )
}
