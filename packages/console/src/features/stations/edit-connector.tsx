import { chargerList, connectorSet, connectorType } from '@stationmaster/contract'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTypeOptions } from '../../lib/type-options.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import { NumberField, SelectField, SuggestField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { FormGrid } from '../../ui/page/page.tsx'
import type { Connector } from './station-queries.ts'

const modes = ['slow', 'standard', 'fast', 'ultra'] as const
/** Suggestions from the references; any other text is allowed. */
const offered = { filter: { statecode: 'enabled' }, fields: ['name'], orderby: ['name'], reclimit: 100 }

/** Edits the properties of a connector that stations do not report: plug and power. */
export function EditConnector({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const format = useFormat()
  const ours = { ac: t('connector.types.ac'), dc: t('connector.types.dc') }
  const types = useTypeOptions(connectorType, 'connector', ours)
  const plugs = useEndpoint(chargerList, offered)
  const form = useForm({
    initialValues: {
      label: connector.label ?? '',
      description: connector.description ?? '',
      typecode: connector.typecode,
      chargername: connector.chargername ?? '',
      mode: connector.mode,
      maxpower: connector.maxpower === null ? ('' as const) : connector.maxpower / 1000,
    } as Values,
  })
  const save = useChange(connectorSet, { form, onSaved: onClose })
  return (
    <FormDialog
      wide
      title={t('connector.edit', { number: connector.connectorid })}
      save={save}
      onSubmit={submit(form, (values) => save.mutate({ id: connector.id, ...changeOf(values) }))}
      onClose={onClose}
    >
      <FormGrid>
        <TextField
          label={t('connector.name')}
          maxLength={120}
          data-autofocus
          {...form.getInputProps('label')}
        />
        <SuggestField
          label={t('connector.plug')}
          data={(plugs.data ?? []).map(({ name }) => name)}
          maxLength={60}
          {...form.getInputProps('chargername')}
        />
        <SelectField label={t('connector.type')} data={types} {...form.getInputProps('typecode')} />
        <NumberField
          label={t('connector.maxpower', { unit: format.unit('kW') })}
          min={0}
          max={10_000}
          decimalScale={3}
          {...form.getInputProps('maxpower')}
        />
        <SelectField
          label={t('connector.mode')}
          clearable
          data={modes.map((value) => ({ value, label: t(`connector.modes.${value}`) }))}
          {...form.getInputProps('mode')}
        />
      </FormGrid>
      <TextAreaField
        label={t('connector.description')}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}

interface Values extends Record<string, unknown> {
  label: string
  description: string
  typecode: string
  chargername: string
  mode: string | null
  /** kW; empty if unknown. */
  maxpower: number | string
}

function changeOf(values: Values) {
  return {
    label: values.label.trim() || null,
    description: values.description.trim() || null,
    typecode: values.typecode,
    chargername: values.chargername.trim() || null,
    mode: modes.find((mode) => mode === values.mode) ?? null,
    maxpower: values.maxpower === '' ? null : Math.round(Number(values.maxpower) * 1000),
  }
}
