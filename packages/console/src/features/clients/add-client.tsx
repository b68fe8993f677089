import { clientSet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { useOpenNew } from '../../lib/use-open-new.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { submit } from '../../ui/form/form.ts'
import { bodyOfClient, MainFields, useClientForm } from './client-fields.tsx'

/** Dialog that adds a client and opens its page, where the other fields are. */
export function AddClient({ onClose }: { onClose: () => void }) {
  const t = useTexts('clients')
  const form = useClientForm(null)
  const save = useChange(clientSet, { form, onReloaded: useOpenNew('/crm/client', onClose) })
  return (
    <FormDialog
      wide
      isNew
      title={t('add')}
      save={save}
      onSubmit={submit(form, (values) => save.mutate(bodyOfClient(null, values)))}
      onClose={onClose}
    >
      <MainFields isNew form={form} />
    </FormDialog>
  )
}
