import { type Exclusion, type ExclusionReason, exclusionReasons, exclusionSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { DateTimeField } from '../../../ui/time/date-time-field.tsx'
import type { Availability } from './availability-columns.tsx'

interface ExclusionDialogProps {
  exclusion?: Exclusion
  /** Outage to be excluded, and its connector. */
  period?: { from: string; to: string; description: string }
  row?: Availability
  onClose: () => void
}

const valuesOf = (exclusion: ExclusionDialogProps['exclusion'], period: ExclusionDialogProps['period']) => ({
  version_no: exclusion?.version_no,
  where: 'connector',
  reason: (exclusion?.reason ?? 'scheduled_maintenance') as ExclusionReason,
  from: (exclusion?.from ?? period?.from ?? null) as string | null,
  to: (exclusion?.to ?? period?.to ?? null) as string | null,
  description: exclusion?.description ?? period?.description ?? '',
  evidence: exclusion?.evidence ?? '',
})

/** Records an exclusion of an outage, or changes one. */
export function ExclusionDialog({ exclusion, period, row, onClose }: ExclusionDialogProps) {
  const t = useTexts('availability')
  const required = (text: string | null) =>
    text === null || text.trim() === '' ? t('exclusions.missing') : null
  const stored = valuesOf(exclusion, period)
  const form = useForm({
    mode: 'controlled',
    initialValues: stored,
    validate: { from: required, to: required, description: required, evidence: required },
  })
  useStoredValues(form, stored)
  const save = useChange(exclusionSet, { form, onSaved: onClose })
  const places = row
    ? [
        { value: 'connector', label: t('exclusions.connector', { number: row.connectorid }) },
        { value: 'station', label: t('exclusions.station') },
        ...(row.siteid ? [{ value: 'site', label: t('exclusions.site', { site: row.sitename }) }] : []),
      ]
    : []
  return (
    <FormDialog
      title={t(exclusion ? 'exclusions.edit' : 'exclusions.add')}
      isNew={!exclusion}
      save={save}
      onClose={onClose}
      onSubmit={submit(form, ({ where, from, to, version_no, ...values }) =>
        save.mutate({
          ...values,
          from: from!, // required
          to: to!,
          id: exclusion?.id ?? null,
          ...(exclusion ? versionIn({ version_no }) : placeOf(where, row)),
        }),
      )}
    >
      {places.length > 0 && (
        <SelectField
          label={t('exclusions.where')}
          allowDeselect={false}
          data={places}
          {...form.getInputProps('where')}
        />
      )}
      <SelectField
        label={t('exclusions.reason')}
        allowDeselect={false}
        data={exclusionReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        {...form.getInputProps('reason')}
      />
      <DateTimeField
        label={t('exclusions.from')}
        required
        value={form.values.from}
        error={form.errors.from}
        onChange={(value) => form.setFieldValue('from', value)}
      />
      <DateTimeField
        label={t('exclusions.to')}
        required
        value={form.values.to}
        error={form.errors.to}
        onChange={(value) => form.setFieldValue('to', value)}
      />
      <TextAreaField
        label={t('exclusions.description')}
        required
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <TextField
        label={t('exclusions.evidence')}
        description={t('exclusions.evidenceHint')}
        required
        maxLength={500}
        {...form.getInputProps('evidence')}
      />
    </FormDialog>
  )
}

/** Returns what an exclusion applies to. */
const placeOf = (where: string, row: Availability | undefined) =>
  where === 'site'
    ? { siteid: row?.siteid ?? null }
    : {
        stationid: row?.stationid ?? null,
        connectorid: where === 'connector' ? (row?.connectorid ?? null) : null,
      }
