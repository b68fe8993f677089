import { stationList, stationSet } from '@stationmaster/contract'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { useFoundOptions } from '../../../lib/found-options.ts'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'

/** Dialog that gives the client a station that has no client yet. */
export function AssignStation({ client, onClose }: { client: Client; onClose: () => void }) {
  const t = useTexts('clients')
  const { searched, fieldOf } = useFoundOptions()
  const { data = [] } = useEndpoint(
    stationList,
    {
      filter: { client: null },
      fields: ['id', 'identity', 'label'],
      search: textSearch(searched, ['identity', 'label', 'address']),
      orderby: ['identity'],
      reclimit: 20,
    },
    { keepPrevious: true },
  )
  const form = useForm<{ station: string | null }>({
    initialValues: { station: null },
    validate: { station: (station) => (station === null ? t('stations.missing') : null) },
  })
  const save = useChange(stationSet, { form, onSaved: onClose })
  const send = ({ station: id }: { station: string | null }): void => {
    if (id !== null) save.mutate({ id, client: client.id })
  }
  return (
    <FormDialog
      title={t('stations.assign')}
      action={t('stations.assign')}
      save={save}
      onSubmit={submit(form, send)}
      onClose={onClose}
    >
      <SelectField
        label={t('stations.station')}
        description={t('stations.hint')}
        required
        data-autofocus
        // If the list opened with the initial focus of the dialog, it would cover the dialog's buttons.
        openOnFocus={false}
        {...fieldOf(data.map(({ id, identity, label }) => [id, label ? `${identity} · ${label}` : identity]))}
        nothingFoundMessage={t('stations.none')}
        {...form.getInputProps('station')}
      />
    </FormDialog>
  )
}
