import { workflowMethodDelete, workflowMethodSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { ActionField } from './action-field.tsx'
import { type ClassModel, codeOf, type Method } from './class-model.ts'
import { RowDialog } from './row-dialog.tsx'
import { anyState, StateField, stateNamed } from './state-field.tsx'
import { useDraft, usePersisted } from './use-draft.ts'
import { useRowForm } from './use-row-form.ts'
import { SequenceField } from './sequence-field.tsx'

const fresh = {
  label: '',
  code: '',
  actioncode: '',
  stateid: null as string | null,
  visible: true,
  sequence: 100,
}

/** Adds a method to a class, changes one, or replaces an inherited one. */
export function MethodDialog({
  of,
  row: found,
  onClose,
}: {
  of: ClassModel
  row: Method | null
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const row = usePersisted(found)
  const draft = useDraft({ ...(row ?? { ...fresh, sequence: 10 * (of.methods.length + 1) }) })
  const action = of.actions.find(({ code }) => code === draft.values.actioncode)
  const label = draft.values.label || action?.label || ''
  const values = { ...draft.values, label, code: draft.values.code || codeOf(label) || (action?.code ?? '') }
  const form = useRowForm({
    row,
    draft,
    values,
    words: {
      actioncode: t('action'),
      label: t('methods.button'),
      code: t('code'),
      stateid: [t('methods.state'), ({ stateid }) => stateNamed(of, stateid) ?? t('methods.anyState')],
      sequence: t('sequence'),
      visible: [t('methods.visible'), ({ visible }) => t(visible ? 'ui.yes' : 'ui.no')],
    },
    set: workflowMethodSet,
    remove: workflowMethodDelete,
    onClose,
  })
  const { own, fields, save } = form
  const send = (): void => {
    if (!draft.hasAll(values, ['actioncode', 'label', 'code'])) return
    const { actioncode, code, stateid, visible, sequence } = values
    const whole = { label, stateid, visible, sequence, actioncode }
    const typed = Object.fromEntries(Object.entries(whole).filter(([name]) => name in draft.typed))
    save.mutate(
      own
        ? { id: own.id, version_no: own.version_no, ...typed }
        : { id: null, class: of.class.code, code, ...whole },
    )
  }
  return (
    <RowDialog
      wide
      title={row ? t('methods.edit') : t('methods.add')}
      form={form}
      name={values.label}
      removalLead={t('methods.removal')}
      onSave={send}
    >
      <FormGrid>
        <ActionField
          actions={of.actions}
          disabled={row?.system || row?.inherited}
          data-autofocus={row ? undefined : true}
          {...fields.choice('actioncode')}
        />
        <TextField required maxLength={120} {...fields.text('label')} />
        <TextField required maxLength={60} disabled={row !== null} {...fields.text('code')} />
        <StateField
          states={of.states}
          any={t('methods.anyState')}
          disabled={row?.system}
          {...fields.about('stateid')}
          value={values.stateid}
          onChange={(id) => draft.set('stateid', id === anyState ? null : id)}
        />
        <SequenceField {...fields.number('sequence')} />
      </FormGrid>
      <SwitchField
        description={t('methods.visibleHint')}
        disabled={row?.system}
        {...fields.onOff('visible')}
      />
    </RowDialog>
  )
}
