import type { UseFormReturnType } from '@mantine/form'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { DecimalField } from '../../../ui/form/decimal-field.tsx'
import { CheckField, SelectField, SwitchField } from '../../../ui/form/fields.tsx'
import { Card, FormGrid, Stack } from '../../../ui/page/page.tsx'
import type { DraftValues } from './draft-values.ts'
import { useUnits } from './use-units.ts'
import css from './line-fields.module.css'

interface FieldsProps {
  form: UseFormReturnType<DraftValues>
  errorAt: (field: string) => string | undefined
}

type NumberName =
  | 'vat'
  | 'commission'
  | 'grace'
  | 'idleMax'
  | 'min_price'
  | 'max_price'
  | 'preauthorize_amount'
  | 'freeBelow'

/** Rules for idle time, limits of a session, tax and commission of a draft. */
export function DraftFields({ form, errorAt }: FieldsProps) {
  const t = useTexts('tariffs')
  const format = useFormat()
  const { amount } = useUnits(form.values.currency)
  const number = (name: NumberName, label: string, unit: string) => (
    <DecimalField
      label={label}
      maxLength={24}
      rightSection={<span className={css.unit}>{unit}</span>}
      rightSectionWidth={52}
      {...form.getInputProps(name)}
      value={form.values[name]}
      error={errorAt(name)}
    />
  )
  const hasIdle = form.values.lines.some(({ type }) => type === 'PARKING_TIME')
  return (
    <>
      {hasIdle && (
        <Card title={t('draft.idle')}>
          <Stack>
            <FormGrid>
              {number('grace', t('draft.grace'), format.unit('min'))}
              {number('idleMax', t('draft.idleMax'), amount)}
              <SelectField
                label={t('draft.until')}
                allowDeselect={false}
                data={(['stop', 'release'] as const).map((value) => ({
                  value,
                  label: t(`draft.untils.${value}`),
                }))}
                {...form.getInputProps('until')}
              />
            </FormGrid>
            <CheckField
              label={t('draft.fromMeter')}
              {...form.getInputProps('fromMeter', { type: 'checkbox' })}
            />
          </Stack>
        </Card>
      )}
      <Card title={t('draft.limits')}>
        <FormGrid>
          {number('min_price', t('draft.min_price'), amount)}
          {number('max_price', t('draft.max_price'), amount)}
          {number('preauthorize_amount', t('draft.preauthorize_amount'), amount)}
          {number('freeBelow', t('draft.freeBelow'), format.unit('kWh'))}
        </FormGrid>
      </Card>
      <Card title={t('draft.general')}>
        <Stack>
          <SwitchField
            label={t('draft.taxIncluded')}
            checked={form.values.tax_included === 'YES'}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue('tax_included', checked ? 'YES' : 'NO')
            }
          />
          <FormGrid>
            {number('vat', t('draft.vat'), '%')}
            {number('commission', t('columns.commission'), '%')}
          </FormGrid>
        </Stack>
      </Card>
    </>
  )
}
