import { workflowStateDelete, workflowStateSet } from '@stationmaster/contract'
import { stateTypes } from '../../../features/workflow/state-type.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { type ClassModel, codeOf, type State } from './class-model.ts'
import { RowDialog } from './row-dialog.tsx'
import { useDraft, usePersisted } from './use-draft.ts'
import { useRowForm } from './use-row-form.ts'
import { SequenceField } from './sequence-field.tsx'

const fresh = { label: '', code: '', statetypecode: 'enabled' as State['statetypecode'], sequence: 100 }

/** Adds a state to a class, changes one, or replaces an inherited one. */
export function StateDialog({
  of,
  row: found,
  onClose,
}: {
  of: ClassModel
  row: State | null
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const row = usePersisted(found)
  const draft = useDraft({ ...(row ?? { ...fresh, sequence: 10 * (of.states.length + 1) }) })
  const values = { ...draft.values, code: draft.values.code || codeOf(draft.values.label) }
  const form = useRowForm({
    row,
    draft,
    values,
    words: {
      label: t('label'),
      code: t('code'),
      statetypecode: [t('states.type'), (row) => t(`stateTypes.${row.statetypecode}`)],
      sequence: t('sequence'),
    },
    set: workflowStateSet,
    remove: workflowStateDelete,
    onClose,
  })
  const { own, fields, save } = form
  const send = (): void => {
    if (!draft.hasAll(values, ['label', 'code'])) return
    const { label, code, statetypecode, sequence } = values
    save.mutate(
      own
        ? { id: own.id, version_no: own.version_no, ...changed(draft.typed) }
        : { id: null, class: of.class.code, label, code, statetypecode, sequence },
    )
  }
  return (
    <RowDialog
      title={row ? t('states.edit') : t('states.add')}
      form={form}
      name={values.label}
      removalLead={t('states.removal')}
      onSave={send}
      isReadOnly={of.fixed && !own}
    >
      <TextField required maxLength={120} data-autofocus {...fields.text('label')} />
      <FormGrid>
        <TextField required maxLength={60} disabled={row !== null} {...fields.text('code')} />
        <SelectField
          disabled={row?.system}
          data={stateTypes.map((value) => ({ value, label: t(`stateTypes.${value}`) }))}
          {...fields.choice('statetypecode')}
        />
        <SequenceField {...fields.number('sequence')} />
      </FormGrid>
    </RowDialog>
  )
}

/** Returns only the typed fields that can be changed. */
const changed = ({ label, statetypecode, sequence }: Partial<typeof fresh>) => ({
  label,
  statetypecode,
  sequence,
})
