import { workflowClassSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { SwitchField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { ClassModel } from './class-model.ts'
import { Outcome } from './outcome.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { type FieldWords, useDraft, useFields } from './use-draft.ts'
import { SequenceField } from './sequence-field.tsx'
import css from './workflow.module.css'

/** The properties of a class: its name, its parent, whether it can have objects. */
export function EditTab({ of, stored }: { of: ClassModel; stored: ClassModel }) {
  const parent = of.ancestors.at(-1)?.name
  return <EditForm key={stored.class.code} of={stored} parent={parent} version={stored.class.version_no} />
}

function EditForm({ of, parent, version }: { of: ClassModel; parent: string | undefined; version: number }) {
  const t = useTexts('workflow')
  const { system } = of.class
  const { draft, save, words, fields } = useEditing(of)
  const send = (): void => {
    if (draft.hasAll(draft.values, ['name', 'entity']))
      save.mutate({ id: of.class.code, version_no: version, ...draft.typed })
  }
  return (
    <PageForm
      className={css.form}
      save={save}
      isDirty={draft.isTouched}
      onSubmit={send}
      outcome={
        <>
          {system && <Notice tone="calm">{t('classes.systemLead')}</Notice>}
          <Outcome save={save} draft={draft} words={words} onAgain={send} />
        </>
      }
    >
      <LeaveGuard />
      <TextField required maxLength={120} {...fields.text('name')} />
      <FormGrid>
        <TextField label={t('code')} disabled description={t('classes.codeHint')} value={of.class.code} />
        <TextField label={t('classes.parent')} disabled value={parent ?? t('classes.root')} />
        <TextField required maxLength={60} disabled={system} {...fields.text('entity')} />
        <SequenceField {...fields.number('sequence')} />
      </FormGrid>
      <TextAreaField maxLength={2000} {...fields.text('description')} />
      <SwitchField description={t('classes.abstractHint')} disabled={system} {...fields.onOff('abstract')} />
    </PageForm>
  )
}

function useEditing(of: ClassModel) {
  const t = useTexts('workflow')
  const { name, entity, description, abstract, sequence } = of.class
  const draft = useDraft({ name, entity, description, abstract, sequence })
  const save = useChange(workflowClassSet, { onReloaded: draft.reset })
  const words: FieldWords<typeof draft.values> = {
    name: t('name'),
    entity: t('classes.entity'),
    sequence: t('sequence'),
    description: t('description'),
    abstract: [t('classes.abstract'), (row) => t(row.abstract ? 'ui.yes' : 'ui.no')],
  }
  const fields = useFields({ draft, values: draft.values, words, failure: save.error })
  return { draft, save, words, fields }
}
