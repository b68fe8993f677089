import { invoiceDraft } from '@stationmaster/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useClientOptions } from '../../lib/client-options.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { FormGrid, Stack } from '../../ui/page/page.tsx'
import { lastMonth } from './last-month.ts'

/** Dialog that creates drafts for a client and opens the first one, or the list if there are several. */
export function CreateInvoice({ client, onClose }: { client: string | null; onClose: () => void }) {
  const t = useTexts('invoices')
  const navigate = useNavigate()
  const clients = useClientOptions(client === null ? undefined : { client, clientname: null })
  const [period] = useState(() => lastMonth(new Date()))
  const form = useForm({
    initialValues: { client, ...period },
    validate: {
      client: (id) => (id === null ? t('create.missingClient') : null),
      periodfrom: (day) => (day === '' ? t('create.missingDay') : null),
      periodto: (day, { periodfrom }) => {
        if (day === '') return t('create.missingDay')
        return day < periodfrom ? t('create.wrongOrder') : null
      },
    },
  })
  const save = useChange(invoiceDraft, {
    form,
    done: (drafts) => t('create.done', { count: drafts.length }),
    onReloaded: ([first, second]) => {
      onClose()
      if (first && !second) void navigate(addressOf('/crm/invoice', [first.id]))
    },
  })
  return (
    <FormDialog
      title={t('create.button')}
      action={t('create.submit')}
      save={save}
      onSubmit={submit(form, ({ client: id, ...days }) => {
        if (id !== null) save.mutate({ client: id, ...days })
      })}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('create.lead')}</p>
        <SelectField label={t('columns.client')} required {...clients} {...form.getInputProps('client')} />
        <FormGrid>
          <TextField label={t('create.from')} type="date" required {...form.getInputProps('periodfrom')} />
          <TextField label={t('create.to')} type="date" required {...form.getInputProps('periodto')} />
        </FormGrid>
      </Stack>
    </FormDialog>
  )
}
