import { workflowStateDelete, workflowStateSet } from '@stationmaster/contract'
import { stateTypes } from '../../../features/workflow/state-type.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { type ClassWhole, codeOf, type State } from './class-model.ts'
import { RowDialog } from './row-dialog.tsx'
import { useModelChange } from './use-change.ts'
import { useDraft, useFields, useKept } from './use-draft.ts'
import { SequenceField } from './sequence-field.tsx'

const fresh = { label: '', code: '', statetypecode: 'enabled' as State['statetypecode'], sequence: 100 }

/** Adds a state to a class, changes one, or replaces one that is inherited. */
export function StateDialog({
  of,
  row: found,
  onClose,
}: {
  of: ClassWhole
  row: State | null
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const row = useKept(found)
  const draft = useDraft({ ...(row ?? { ...fresh, sequence: 10 * (of.states.length + 1) }) })
  const values = { ...draft.values, code: draft.values.code || codeOf(draft.values.label) }
  const isOwn = row !== null && !row.inherited
  const save = useModelChange(workflowStateSet, onClose)
  const remove = useModelChange(workflowStateDelete, onClose)
  const fields = useFields(draft, values, save.error)
  const send = (): void => {
    if (!draft.hasAll(values, ['label', 'code'])) return
    const { label, code, statetypecode, sequence } = values
    save.mutate(
      isOwn
        ? { id: row.id, version_no: row.version_no, ...changed(draft.typed) }
        : { id: null, class: of.class.code, label, code, statetypecode, sequence },
    )
  }
  return (
    <RowDialog
      title={row ? t('states.edit') : t('states.add')}
      row={row}
      name={values.label}
      save={save}
      remove={remove}
      removal={t('states.removal')}
      onSave={send}
      onRemove={() => row && remove.mutate({ id: row.id, version_no: row.version_no })}
      onClose={onClose}
      isReadOnly={of.fixed && !isOwn}
      draft={draft}
      words={{
        label: t('label'),
        code: t('code'),
        statetypecode: [t('states.type'), (row) => t(`stateTypes.${row.statetypecode}`)],
        sequence: t('sequence'),
      }}
    >
      <TextField label={t('label')} required maxLength={120} data-autofocus {...fields.text('label')} />
      <FormGrid>
        <TextField
          label={t('code')}
          required
          maxLength={60}
          disabled={row !== null}
          {...fields.text('code')}
        />
        <SelectField
          label={t('states.type')}
          allowDeselect={false}
          disabled={row?.system}
          data={stateTypes.map((value) => ({ value, label: t(`stateTypes.${value}`) }))}
          {...fields.choice('statetypecode')}
        />
        <SequenceField
          {...fields.about('sequence')}
          value={values.sequence}
          onChange={(value) => draft.set('sequence', value)}
        />
      </FormGrid>
    </RowDialog>
  )
}

/** Of what was typed only what can be changed. */
const changed = ({ label, statetypecode, sequence }: Partial<typeof fresh>) => ({
  label,
  statetypecode,
  sequence,
})
