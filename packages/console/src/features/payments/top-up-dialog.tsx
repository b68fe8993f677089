import type { onlineProviders } from '@stationmaster/contract'
import { useState } from 'react'
import { decimalOf } from '../../lib/amount.ts'
import { randomId } from '../../lib/random-id.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { AmountField } from '../../ui/form/amount-field.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { useAmount } from '../../ui/form/use-amount.ts'
import { Stack } from '../../ui/page/page.tsx'
import { usePay } from './use-pay.ts'

type Code = (typeof onlineProviders)[number]

interface TopUpProps {
  client: { id: string; currencycode: string }
  /** Providers with which the user can pay, at least one. */
  providers: readonly Code[]
  onClose: () => void
}

/** Dialog that pays an amount to the account of a client. */
export function TopUpDialog({ client, providers, onClose }: TopUpProps) {
  const t = useTexts('payments')
  // a repeated request creates one payment
  const [id] = useState(randomId)
  const { check } = useAmount(client.currencycode)
  const form = useForm({
    initialValues: { amount: '', provider: providers[0]! },
    validate: { amount: (text) => check(text) },
  })
  const save = usePay({ form, onPaid: onClose })
  return (
    <FormDialog
      title={t('topUp.title')}
      action={t('topUp.action')}
      save={save}
      onSubmit={submit(form, ({ amount, provider }) =>
        save.mutate({
          id,
          client: client.id,
          amount: decimalOf(amount),
          provider,
          returnto: `/crm/client/${client.id}/payments`,
        }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('topUp.lead')}</p>
        <AmountField
          label={t('ui.amountIn', { currency: client.currencycode })}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
        {providers.length > 1 && (
          <SelectField
            label={t('columns.type')}
            allowDeselect={false}
            data={providers.map((code) => ({ value: code, label: t(`types.${code}`) }))}
            {...form.getInputProps('provider')}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
