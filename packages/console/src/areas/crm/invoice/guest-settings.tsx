import {
  type AnswerOf,
  guestLabelPrint,
  guestSettings,
  guestSettingsSet,
  maxGuestAmounts,
} from '@stationmaster/contract'
import { IconPrinter } from '@tabler/icons-react'
import { usePrintLabels } from '../../../features/bulk/use-print-labels.ts'
import { useMay } from '../../../lib/access.ts'
import { decimalOf, isAmount } from '../../../lib/amount.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useErrorText } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Card, FormGrid, Page, PageHead, Stack } from '../../../ui/page/page.tsx'

type Settings = AnswerOf<typeof guestSettings>

/** Charging without an account: the switch, the amounts to reserve, and the labels. */
export default function GuestSettings() {
  const t = useTexts('guest')
  const invoices = useTexts('invoices')
  const settings = useEndpoint(guestSettings, {})
  return (
    <Page>
      <PageHead
        title={t('settings.title')}
        crumbs={[{ label: invoices('title'), to: addressOf('/crm/invoice') }]}
      />
      {settings.data ? (
        <Stack gap={4}>
          <p className="muted">{t('settings.lead')}</p>
          <Problems settings={settings.data} />
          <Card>
            <SettingsForm settings={settings.data} />
          </Card>
          <Labels settings={settings.data} />
        </Stack>
      ) : (
        <Unloaded query={settings} rows={6} />
      )}
    </Page>
  )
}

function Problems({ settings: { problems } }: { settings: Settings }) {
  const t = useTexts('guest')
  const errorText = useErrorText()
  if (problems.length === 0) return null
  const words: Record<string, string> = { seller: '–', fields: '–' }
  return (
    <Notice
      tone="warn"
      action={
        <LinkButton small to={addressOf('/crm/invoice', ['sellers'])}>
          {t('settings.open')}
        </LinkButton>
      }
    >
      {t('settings.problems')} {problems.map((code) => errorText(code, words)).join(' ')}
    </Notice>
  )
}

const amountsOf = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useTexts('guest')
  const format = useFormat()
  const mayChange = useMay()(guestSettingsSet)
  const textOf = (amounts: readonly string[]) =>
    amounts.map((amount) => amount.replace('.', format.decimalSeparator)).join('; ')
  const form = useForm({
    initialValues: {
      isenabled: settings.isenabled,
      currency: settings.currency,
      amounts: textOf(settings.amounts),
      phone: settings.phone ?? '',
    },
    validate: {
      amounts: (text, { currency }) => {
        const amounts = amountsOf(text)
        const isValid =
          amounts.length >= 1 &&
          amounts.length <= maxGuestAmounts &&
          amounts.every((one) => isAmount(one, currency) && Number(decimalOf(one)) > 0)
        return isValid ? null : t('settings.amountsInvalid')
      },
    },
  })
  const save = useChange(guestSettingsSet, {
    form,
    onSaved: () => form.resetDirty(),
  })
  return (
    <PageForm
      save={save}
      isDirty={form.isDirty()}
      isAllowed={mayChange}
      onSubmit={submit(form, ({ isenabled, currency, amounts, phone }) =>
        save.mutate({
          isenabled,
          currency: currency.trim().toUpperCase(),
          amounts: amountsOf(amounts).map(decimalOf),
          phone: phone.trim() || null,
        }),
      )}
    >
      <Checkbox
        label={t('settings.enabled')}
        checked={form.values.isenabled}
        onChange={(isenabled) => form.setFieldValue('isenabled', isenabled)}
      />
      <FormGrid>
        <TextField
          label={t('settings.amounts')}
          description={t('settings.amountsHint')}
          required
          maxLength={60}
          {...form.getInputProps('amounts')}
        />
        <TextField
          label={t('settings.currency')}
          required
          maxLength={3}
          {...form.getInputProps('currency')}
        />
        <TextField
          type="tel"
          label={t('settings.phone')}
          description={t('settings.phoneHint')}
          maxLength={40}
          {...form.getInputProps('phone')}
        />
      </FormGrid>
    </PageForm>
  )
}

function Labels({ settings: { codes, connectors } }: { settings: Settings }) {
  const t = useTexts('guest')
  const mayPrint = useMay()(guestLabelPrint)
  const print = usePrintLabels()
  return (
    <Card title={t('settings.labels')}>
      <Stack>
        <p className="muted">{t('settings.labelsLead', { codes, connectors })}</p>
        {mayPrint && (
          <div>
            <Button
              icon={<IconPrinter size={16} />}
              loading={print.isPending}
              disabled={connectors === 0}
              onClick={() => print.mutate({})}
            >
              {t('settings.print')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
