import { workflowTransitionDelete, workflowTransitionSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import type { ClassModel, Transition } from './class-model.ts'
import { RowDialog } from './row-dialog.tsx'
import { anyState, StateField, stateNamed } from './state-field.tsx'
import { useDraft, usePersisted } from './use-draft.ts'
import { useRowForm } from './use-row-form.ts'

/** Initial values of a new transition. */
export interface InitialTransition {
  stateid?: string | null
  newstateid?: string
}

/** Adds a transition to a class, changes one, or replaces an inherited one. */
export function TransitionDialog({
  of,
  row: found,
  initial = {},
  onClose,
}: {
  of: ClassModel
  row: Transition | null
  initial?: InitialTransition
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const row = usePersisted(found)
  const draft = useDraft(valuesOf(of, row, initial))
  const { values } = draft
  const form = useRowForm({
    row,
    draft,
    values,
    words: {
      stateid: [t('transitions.from'), ({ stateid }) => stateNamed(of, stateid) ?? t('methods.anyState')],
      methodid: [t('method'), ({ methodid }) => methodNamed(of, methodid)],
      newstateid: [t('transitions.to'), ({ newstateid }) => stateNamed(of, newstateid) ?? newstateid],
    },
    set: workflowTransitionSet,
    remove: workflowTransitionDelete,
    onClose,
  })
  const { own, fields, save } = form
  const send = (): void => {
    if (!draft.hasAll(values, ['methodid', 'newstateid'])) return
    save.mutate(
      own
        ? { id: own.id, version_no: own.version_no, ...draft.typed }
        : { id: null, class: of.class.code, ...values },
    )
  }
  const isReadOnly = row?.system === true && !row.inherited
  return (
    <RowDialog
      title={row ? t('transitions.edit') : t('transitions.add')}
      form={form}
      name={methodNamed(of, values.methodid)}
      onSave={send}
      isReadOnly={isReadOnly}
    >
      <StateField
        states={of.states}
        any={t('methods.anyState')}
        disabled={isReadOnly}
        {...fields.about('stateid')}
        value={values.stateid}
        onChange={(id) => draft.set('stateid', id === anyState ? null : id)}
      />
      <SelectField
        required
        searchable
        disabled={isReadOnly || row?.inherited}
        data-autofocus={row ? undefined : true}
        nothingFoundMessage={t('methods.none')}
        data={of.methods.map(({ id, label, code }) => ({ value: id, label: `${label} (${code})` }))}
        {...fields.choice('methodid')}
      />
      <StateField
        required
        states={of.states}
        disabled={isReadOnly}
        {...fields.about('newstateid')}
        value={values.newstateid || null}
        onChange={(id) => draft.set('newstateid', id)}
      />
    </RowDialog>
  )
}

const methodNamed = ({ methods }: ClassModel, id: string): string =>
  methods.find((method) => method.id === id)?.label ?? ''

/**
 * Returns the rows that a transition refers to in this class: an own state or method replaces the inherited
 * one of the same code.
 */
function valuesOf({ states, methods }: ClassModel, row: Transition | null, initial: InitialTransition) {
  const stateOf = (code: string | null) => states.find((state) => state.code === code)?.id
  if (!row)
    return {
      stateid: initial.stateid ?? null,
      methodid: '',
      newstateid: initial.newstateid ?? '',
    }
  return {
    stateid: row.stateid === null ? null : (stateOf(row.statecode) ?? row.stateid),
    methodid: methods.find(({ code }) => code === row.methodcode)?.id ?? row.methodid,
    newstateid: stateOf(row.newstatecode) ?? row.newstateid,
  }
}
