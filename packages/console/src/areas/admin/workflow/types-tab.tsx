import { workflowTypeDelete, workflowTypeSet } from '@stationmaster/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid, Row, Stack } from '../../../ui/page/page.tsx'
import { type ClassModel, codeOf, type ObjectType } from './class-model.ts'
import { EditTable } from './edit-table.tsx'
import { Named } from './model-tables.tsx'
import { RowDialog } from './row-dialog.tsx'
import { useDraft, usePersisted } from './use-draft.ts'
import { useRowForm } from './use-row-form.ts'
import { SequenceField } from './sequence-field.tsx'

/** The types of a class: labels that its objects choose from. */
export function TypesTab({ of, stored }: { of: ClassModel; stored: ClassModel }) {
  const t = useTexts('workflow')
  const [opened, open] = useState<{ id: string | null } | null>(null)
  const isFixed = of.fixed
  const row = stored.types.find(({ id }) => id === opened?.id) ?? null
  return (
    <Stack gap={4}>
      <p className="muted">
        {isFixed ? t('types.fixed') : t('types.lead')}{' '}
        {of.class.code === 'charge_point' && t('types.private')}
      </p>
      <EditTable
        label={t('types.title')}
        rows={of.types}
        titles={[t('name'), t('description')]}
        renderCells={(type) => [
          <Named key="name" label={type.name} code={type.code} row={type} />,
          type.description ?? (
            <span key="description" className="muted">
              –
            </span>
          ),
        ]}
        onOpen={({ id }) => open({ id })}
        empty={t('types.empty')}
      />
      {!isFixed && (
        <Row>
          <Button icon={<IconPlus size={16} />} onClick={() => open({ id: null })}>
            {t('types.add')}
          </Button>
        </Row>
      )}
      {opened && <TypeDialog of={of} row={row} isFixed={isFixed} onClose={() => open(null)} />}
    </Stack>
  )
}

const fresh = { name: '', code: '', description: '' as string | null, sequence: 100 }

function TypeDialog({
  of,
  row: found,
  isFixed,
  onClose,
}: {
  of: ClassModel
  row: ObjectType | null
  isFixed: boolean
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const row = usePersisted(found)
  const draft = useDraft({ ...(row ?? { ...fresh, sequence: 10 * (of.types.length + 1) }) })
  const values = { ...draft.values, code: draft.values.code || codeOf(draft.values.name) }
  const form = useRowForm({
    row,
    draft,
    values,
    words: { name: t('name'), code: t('code'), description: t('description'), sequence: t('sequence') },
    set: workflowTypeSet,
    remove: workflowTypeDelete,
    onClose,
  })
  const { own, fields, save } = form
  const send = (): void => {
    if (!draft.hasAll(values, ['name', 'code'])) return
    const { name, code, sequence } = values
    const description = values.description?.trim() || null
    save.mutate(
      own
        ? { id: own.id, version_no: own.version_no, name, description, sequence }
        : { id: null, class: of.class.code, name, code, description, sequence },
    )
  }
  return (
    <RowDialog
      title={row ? t('types.edit') : t('types.add')}
      form={form}
      name={values.name}
      onSave={send}
      isReadOnly={isFixed && !own}
    >
      <FormGrid>
        <TextField required maxLength={120} data-autofocus {...fields.text('name')} />
        <TextField required maxLength={60} disabled={row !== null} {...fields.text('code')} />
        <SequenceField {...fields.number('sequence')} />
      </FormGrid>
      <TextAreaField maxLength={2000} {...fields.text('description')} />
    </RowDialog>
  )
}
