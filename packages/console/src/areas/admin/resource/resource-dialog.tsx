import { resourceLimits, resourceSet } from '@stationmaster/contract'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { useChange } from '../../../lib/use-change.ts'
import type { NewResource } from './add-resource.tsx'
import { branchOf, type Resource, type ResourceRow } from './resource-tree.ts'

/** Stands for the root of the tree, which has no id. */
const top = ''

const valuesOf = (resource: Resource | NewResource) => ({
  version_no: resource.id === undefined ? undefined : resource.version_no,
  name: resource.id === undefined ? '' : resource.name,
  node: resource.node ?? top,
  description: (resource.id === undefined ? null : resource.description) ?? '',
})

/** Adds a resource, or changes its name, folder and purpose. */
export function ResourceDialog({
  resource,
  rows,
  onSaved,
  onClose,
}: {
  resource: Resource | NewResource
  rows: readonly ResourceRow[]
  onSaved?: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts('resources')
  const present = resource.id === undefined ? null : resource
  const form = useForm({
    initialValues: valuesOf(resource),
    validate: { name: (name) => (name.trim() === '' ? t('missingName') : null) },
  })
  useStoredValues(form, valuesOf(resource))
  const save = useChange(resourceSet, {
    form,
    onReloaded: ({ id }) => {
      onSaved?.(id)
      onClose()
    },
  })
  const send = (values: typeof form.values, force = false): void => {
    const body = {
      id: present?.id ?? null,
      name: values.name.trim(),
      node: values.node === top ? null : values.node,
      description: values.description.trim() || null,
      ...(present ? versionIn(values) : { type: resource.type }),
      ...(force ? { force } : {}),
    }
    save.mutate(body, {
      onError: (failure) => {
        if (failure instanceof CallError && failure.code === 'resource.used_by_product')
          void askToForce().then((yes) => yes && send(values, true))
      },
    })
  }
  const askToForce = () => confirm({ title: t('usedTitle'), lead: t('usedLead'), action: t('ui.save') })
  return (
    <FormDialog
      title={present ? t('edit') : t(`new.${resource.type}`)}
      isNew={!present}
      save={save}
      onSubmit={submit(form, (values) => send(values))}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        required
        maxLength={resourceLimits.name}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SelectField
        label={t('folder')}
        searchable
        data={foldersFor(rows, present?.id, t('top'))}
        {...form.getInputProps('node')}
      />
      <TextAreaField label={t('description')} maxLength={2000} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

/** Returns the folders that a resource can be moved to: neither itself nor one inside it. */
function foldersFor(rows: readonly ResourceRow[], id: string | undefined, topName: string) {
  const own = id === undefined ? new Set() : branchOf(rows, id)
  const folders = rows.filter((row) => row.type === 'folder' && !own.has(row.id))
  return [
    { value: top, label: topName },
    ...folders
      .map((row) => ({ value: row.id, label: row.path }))
      .sort((a, b) => (a.label < b.label ? -1 : 1)),
  ]
}
