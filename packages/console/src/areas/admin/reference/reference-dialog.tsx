import {
  type BodyOf,
  type Endpoint,
  type ReferenceKind,
  referenceLimits,
  references,
  type vendorDelete,
  type vendorGet,
  type vendorSet,
} from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { FormGrid } from '../../../ui/page/page.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { OwnFields } from './own-fields.tsx'
import { fieldsOf, type ReferenceRow, type Values } from './reference-rows.ts'

/** Endpoints of a kind, typed as the ones that all kinds share. */
const rowsOf = (kind: ReferenceKind) => ({
  get: references[kind].get as Endpoint as typeof vendorGet,
  set: references[kind].set as Endpoint as typeof vendorSet,
  delete: references[kind].delete as Endpoint as typeof vendorDelete,
})

/** Adds a reference (id null), or shows and changes one. */
export function ReferenceDialog({
  kind,
  id,
  onClose,
}: {
  kind: ReferenceKind
  id: string | null
  onClose: () => void
}) {
  const t = useTexts('references')
  const found = useQuery({
    ...endpointQuery(rowsOf(kind).get, { id: id ?? '' }),
    enabled: id !== null,
    gcTime: 0,
  })
  if (id === null) return <Form kind={kind} row={null} onClose={onClose} />
  if (found.data) return <Form kind={kind} row={found.data as ReferenceRow} onClose={onClose} />
  return (
    <Dialog wide title={t(`kindNames.${kind}`)} onClose={onClose}>
      <Unloaded small query={found} rows={4} />
    </Dialog>
  )
}

function valuesOf(kind: ReferenceKind, row: ReferenceRow | null): Values {
  const own = fieldsOf(kind).map(([name, { enum: words }]) => [name, row?.[name] ?? (words ? null : '')])
  return {
    version_no: row?.version_no,
    code: row?.code ?? '',
    name: row?.name ?? '',
    description: row?.description ?? '',
    // A value reported by a station becomes available to all accounts once an administrator has reviewed it.
    statecode: row?.statecode === 'disabled' ? 'disabled' : 'enabled',
    vendorid: typeof row?.['vendorid'] === 'string' ? row['vendorid'] : null,
    ...(Object.fromEntries(own) as Record<string, unknown>),
  }
}

function bodyOf(kind: ReferenceKind, row: ReferenceRow | null, values: Values): BodyOf<typeof vendorSet> {
  const own = fieldsOf(kind).map(([name]) => [name, values[name] === '' ? null : values[name]])
  return {
    id: row?.id ?? null,
    ...versionIn(values),
    ...(row?.code === values.code.trim() ? {} : { code: values.code.trim() }),
    name: values.name.trim() || values.code.trim(),
    description: values.description.trim() || null,
    statecode: values.statecode === 'disabled' ? 'disabled' : 'enabled',
    ...(kind === 'model' && !row ? { vendorid: values.vendorid } : {}),
    ...Object.fromEntries(own),
  }
}

function Form({
  kind,
  row,
  onClose,
}: {
  kind: ReferenceKind
  row: ReferenceRow | null
  onClose: () => void
}) {
  const t = useTexts('references')
  const form = useForm<Values>({
    initialValues: valuesOf(kind, row),
    validate: {
      code: (code) => (code.trim() === '' ? t('missingCode') : null),
      vendorid: (vendor) => (kind === 'model' && !vendor ? t('missingVendor') : null),
    },
  })
  useStoredValues(form, valuesOf(kind, row))
  const save = useChange(rowsOf(kind).set, { form, onReloaded: onClose })
  const remove = useChange(rowsOf(kind).delete, { onSaved: onClose })
  const askToRemove = async ({ id, name, version_no }: ReferenceRow): Promise<void> => {
    const question = { title: t('ui.confirmDeletion'), lead: t('deleteLead', { name }) }
    if (await confirm(question)) remove.mutate({ id, version_no })
  }
  return (
    <FormDialog
      wide
      title={row ? row.name : t('addTo', { kind: t(`kindNames.${kind}`) })}
      isNew={row === null}
      save={{ error: save.error ?? remove.error, isPending: save.isPending }}
      onSubmit={submit(form, (values) => save.mutate(bodyOf(kind, row, values)))}
      onClose={onClose}
      start={
        row && (
          <Button
            loading={remove.isPending}
            disabled={(row.used ?? 0) > 0}
            onClick={() => void askToRemove(row)}
          >
            {t('ui.delete')}
          </Button>
        )
      }
    >
      {row && row.statecode === 'created' && <p className="muted">{t('createdLead')}</p>}
      {row && (row.used ?? 0) > 0 && <p className="muted">{t('used', { count: row.used ?? 0 })}</p>}
      <FormGrid>
        <TextField
          label={t('code')}
          required
          maxLength={referenceLimits.code}
          data-autofocus={row ? undefined : true}
          {...form.getInputProps('code')}
        />
        <TextField label={t('name')} maxLength={referenceLimits.name} {...form.getInputProps('name')} />
        <OwnFields kind={kind} form={form} isNew={row === null} />
        <SelectField
          label={t('state')}
          data={(['enabled', 'disabled'] as const).map((value) => ({
            value,
            label: t(`states.${value}`),
          }))}
          {...form.getInputProps('statecode')}
        />
      </FormGrid>
      <TextAreaField label={t('description')} maxLength={2000} {...form.getInputProps('description')} />
    </FormDialog>
  )
}
