import {
  type AccountingCode,
  accountingFile,
  accountingGet,
  accountingSet,
  type AnswerOf,
  ledgerKinds,
} from '@stationmaster/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../lib/access.ts'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { shiftMonth, thisMonth } from '../../../lib/month.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { Card, FormGrid, Page, PageHead, Row, Stack } from '../../../ui/page/page.tsx'
import { download } from '../../../ui/table/download.ts'
import { MonthPicker } from '../../../ui/time/month-picker.tsx'
import { ReportTabs } from './report-tabs.tsx'

type Accounting = AnswerOf<typeof accountingGet>

/** Export of bookings for the bookkeeping, and the numbers under which they are exported. */
export default function AccountingPage() {
  const t = useTexts('accounting')
  const reports = useTexts('reports')
  const found = useEndpoint(accountingGet, {})
  return (
    <Page>
      <PageHead title={reports('title')} facts={<span>{t('lead')}</span>} />
      <ReportTabs active="accounting" />
      {found.data ? (
        <Stack>
          <FileCard isReady={found.data.settings !== null} currencies={found.data.currencies} />
          <Settings key={JSON.stringify(found.data)} accounting={found.data} />
        </Stack>
      ) : (
        <Card>
          <Unloaded query={found} rows={6} />
        </Card>
      )}
    </Page>
  )
}

function FileCard({ isReady, currencies }: { isReady: boolean; currencies: readonly string[] }) {
  const t = useTexts('accounting')
  const [month, setMonth] = useState(() => shiftMonth(thisMonth(), -1))
  const [currency, setCurrency] = useState(currencies[0]!)
  const file = useMutation({
    mutationFn: () => call(accountingFile, { month, currency }),
    onSuccess: ({ name, data }) =>
      download(
        new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))], { type: 'text/csv' }),
        name,
      ),
    onError: (failure) => showFailure(failure, t('failed')),
  })
  return (
    <Card title={t('file')}>
      <Stack gap={2}>
        <Row>
          <MonthPicker month={month} onChange={setMonth} />
          {currencies.length > 1 && (
            <SelectField
              aria-label={t('currency')}
              data={[...currencies]}
              value={currency}
              allowDeselect={false}
              w={110}
              onChange={(chosen) => setCurrency(chosen!)}
            />
          )}
          <Button
            kind="primary"
            icon={<IconDownload size={16} />}
            loading={file.isPending}
            disabled={!isReady}
            onClick={() => file.mutate()}
          >
            {t('download')}
          </Button>
        </Row>
        {month >= thisMonth() && <Notice tone="warn">{t('notOver')}</Notice>}
        <p className="muted">{t(isReady ? 'fileHint' : 'notReady')}</p>
      </Stack>
    </Card>
  )
}

/** Returns the ledger accounts that need a number: one per kind, and those with their own number. */
function rowsOf({ accounts, codes }: Accounting): Pick<AccountingCode, 'kind' | 'ref'>[] {
  const all = [...ledgerKinds.map((kind) => ({ kind, ref: '' })), ...accounts, ...codes]
  const byName = new Map(all.map(({ kind, ref }) => [`${kind} ${ref}`, { kind, ref }]))
  return [...byName.values()].sort(
    (a, b) => ledgerKinds.indexOf(a.kind) - ledgerKinds.indexOf(b.kind) || a.ref.localeCompare(b.ref),
  )
}

function Settings({ accounting }: { accounting: Accounting }) {
  const t = useTexts('accounting')
  const { zone } = useFormat()
  const rows = rowsOf(accounting)
  const { settings, codes } = accounting
  const initialValues = {
    consultant: String(settings?.consultant ?? ''),
    client: String(settings?.client ?? ''),
    yearmonth: String(settings?.yearmonth ?? 1),
    codelength: String(settings?.codelength ?? 4),
    timezone: settings?.timezone ?? zone,
    codes: rows.map(({ kind, ref }) => codes.find((one) => one.kind === kind && one.ref === ref)?.code ?? ''),
  }
  const form = useForm({ mode: 'controlled', initialValues })
  const save = useChange(accountingSet, { form })
  const mayChange = useMay()(accountingSet)
  const number = (name: 'consultant' | 'client' | 'yearmonth' | 'codelength') => ({
    label: t(`fields.${name}`),
    inputMode: 'numeric' as const,
    ...form.getInputProps(name),
  })
  return (
    <Card title={t('numbers')}>
      <PageForm
        save={save}
        isDirty={form.isDirty()}
        isAllowed={mayChange}
        onDiscard={() => form.reset()}
        onSubmit={submit(form, (values) =>
          save.mutate({
            consultant: Number(values.consultant),
            client: Number(values.client),
            yearmonth: Number(values.yearmonth),
            codelength: Number(values.codelength),
            timezone: values.timezone,
            codes: rows.flatMap((row, at) => {
              const code = values.codes[at]?.trim() ?? ''
              return code === '' ? [] : [{ ...row, code }]
            }),
          }),
        )}
      >
        <FormGrid>
          <TextField {...number('consultant')} />
          <TextField {...number('client')} />
          <TextField {...number('yearmonth')} />
          <TextField {...number('codelength')} />
          <TextField label={t('fields.timezone')} {...form.getInputProps('timezone')} />
        </FormGrid>
        <p className="muted">{t('numbersHint')}</p>
        <FormGrid>
          {rows.map(({ kind, ref }, at) => (
            <TextField
              key={`${kind} ${ref}`}
              label={ref === '' ? t(`kinds.${kind}`) : `${t(`kinds.${kind}`)} ${ref}`}
              inputMode="numeric"
              {...form.getInputProps(`codes.${at}`)}
            />
          ))}
        </FormGrid>
      </PageForm>
    </Card>
  )
}
