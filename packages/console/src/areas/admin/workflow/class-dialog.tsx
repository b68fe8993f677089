import { workflowClassSet } from '@stationmaster/contract'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { type ClassRow, codeOf } from './class-model.ts'
import { RowDialog } from './row-dialog.tsx'
import { useModelChange } from './use-change.ts'
import { useDraft, useFields } from './use-draft.ts'

/** Adds a class below another one. */
export function ClassDialog({ parent, onClose }: { parent: ClassRow; onClose: () => void }) {
  const t = useTexts('workflow')
  const navigate = useNavigate()
  const draft = useDraft({ name: '', code: '', abstract: false })
  const values = { ...draft.values, code: draft.values.code || codeOf(draft.values.name) }
  const save = useModelChange(workflowClassSet, ({ code }) => {
    onClose()
    void navigate(addressOf('/admin/workflow', [code, 'workflow']))
  })
  const fields = useFields(draft, values, save.error)
  return (
    <RowDialog
      title={t('classes.addBelow', { name: parent.name })}
      row={null}
      name={values.name}
      save={save}
      onSave={() =>
        draft.hasAll(values, ['name', 'code']) &&
        save.mutate({ id: null, parentcode: parent.code, ...values })
      }
      onClose={onClose}
      draft={draft}
      words={{ name: t('name'), code: t('code') }}
    >
      <FormGrid>
        <TextField label={t('name')} required maxLength={120} data-autofocus {...fields.text('name')} />
        <TextField
          label={t('code')}
          required
          maxLength={60}
          placeholder="parking_space"
          {...fields.text('code')}
        />
      </FormGrid>
      <SwitchField
        label={t('classes.abstract')}
        description={t('classes.abstractHint')}
        checked={values.abstract}
        onChange={({ currentTarget }) => draft.set('abstract', currentTarget.checked)}
      />
    </RowDialog>
  )
}
