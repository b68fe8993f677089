import { clientSet } from '@stationmaster/contract'
import {
  bodyOfClient,
  MainFields,
  OtherFields,
  useClientForm,
  valuesOfClient,
} from '../../../features/clients/client-fields.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { InvoicingFields } from '../../../features/clients/invoicing-fields.tsx'
import { useMay } from '../../../lib/access.ts'
import { useChange } from '../../../lib/use-change.ts'
import { submit } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useStoredValues } from '../../../ui/form/stored-values.ts'
import css from './client.module.css'

/** All fields of the client, editable. */
export function ClientDetails({ client }: { client: Client }) {
  const isAllowed = useMay()(clientSet, { id: client.id }) && client.statecode !== 'deleted'
  const form = useClientForm(client)
  const restore = useStoredValues(form, valuesOfClient(client))
  const save = useChange(clientSet, {
    form,
    onReloaded: (saved) => restore(valuesOfClient(saved)),
  })
  return (
    <div className={css.form}>
      <PageForm
        save={save}
        isDirty={form.isDirty()}
        isAllowed={isAllowed}
        onSubmit={submit(form, (values) => save.mutate(bodyOfClient(client, values)))}
        onDiscard={() => {
          save.reset()
          restore()
        }}
      >
        <MainFields form={form} />
        <InvoicingFields form={form} />
        <OtherFields form={form} />
      </PageForm>
    </div>
  )
}
