import { clientGroupList, networkList, tariffModes, tariffSet, tariffType } from '@stationmaster/contract'
import { useClientOptions } from '../../lib/client-options.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTypeOptions } from '../../lib/type-options.ts'
import { useChange } from '../../lib/use-change.ts'
import { useOpenNew } from '../../lib/use-open-new.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit } from '../../ui/form/form.ts'
import { useStoredValues } from '../../ui/form/stored-values.ts'
import { FormGrid } from '../../ui/page/page.tsx'
import type { Tariff } from './tariff-columns.tsx'
import { bodyOfTariff, isScopeOpen, useTariffForm, valuesOfTariff } from './tariff-form.ts'

interface DialogProps {
  /** Null: a new one, whose page opens. */
  tariff: Tariff | null
  onClose: () => void
}

/** Dialog that adds a tariff, or edits its name and where it applies. */
export function TariffDialog({ tariff, onClose }: DialogProps) {
  const t = useTexts('tariffs')
  const form = useTariffForm(tariff)
  useStoredValues(form, valuesOfTariff(tariff))
  const openNew = useOpenNew('/crm/tariff', onClose)
  const save = useChange(tariffSet, { form, ...(tariff ? { onSaved: onClose } : { onReloaded: openNew }) })
  return (
    <FormDialog
      wide
      isNew={tariff === null}
      title={t(tariff ? 'edit' : 'add')}
      save={save}
      onSubmit={submit(form, (values) => save.mutate(bodyOfTariff(tariff, values)))}
      onClose={onClose}
    >
      <TextField label={t('name')} required maxLength={120} data-autofocus {...form.getInputProps('label')} />
      <FormGrid>
        <TextField
          label={t('columns.code')}
          placeholder={tariff ? undefined : t('codeHint')}
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <ScopeFields form={form} tariff={tariff} />
      </FormGrid>
      {!isScopeOpen(tariff) && <Notice tone="calm">{t('fixedHint')}</Notice>}
      <TextAreaField
        label={t('columns.description')}
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}

const offered = { filter: { statecode: 'enabled' }, fields: ['id', 'name'], orderby: ['name'], reclimit: 500 }
const groupRequest = { fields: ['id', 'label'], orderby: ['label'], reclimit: 1_000 }

const optionsOf = (names: ReadonlyMap<string, string>) =>
  [...names].map(([value, label]) => ({ value, label }))

/** Type, client or group, network, mode and currency. */
function ScopeFields({ form, tariff }: { form: ReturnType<typeof useTariffForm>; tariff: Tariff | null }) {
  const t = useTexts('tariffs')
  const types = useTypeOptions(tariffType, 'tariff', {
    regular: t('types.regular'),
    ad_hoc: t('types.ad_hoc'),
  })
  const clients = useClientOptions(tariff ?? undefined)
  const networks = new Map(useEndpoint(networkList, offered).data?.map(({ id, name }) => [id, name]))
  const groups = new Map(useEndpoint(clientGroupList, groupRequest).data?.map(({ id, label }) => [id, label]))
  if (tariff?.network) networks.set(tariff.network, tariff.networkname ?? '')
  if (tariff?.group) groups.set(tariff.group, tariff.grouplabel ?? '')
  const disabled = !isScopeOpen(tariff)
  return (
    <>
      <SelectField
        label={t('columns.type')}
        disabled={disabled}
        data={types}
        {...form.getInputProps('typecode')}
      />
      <SelectField
        label={t('columns.client')}
        placeholder={t('allClients')}
        {...clients}
        disabled={disabled || form.values.group !== null}
        {...form.getInputProps('client')}
      />
      <SelectField
        label={t('columns.group')}
        searchable
        clearable
        disabled={disabled || form.values.client !== null || groups.size === 0}
        data={optionsOf(groups)}
        {...form.getInputProps('group')}
      />
      <SelectField
        label={t('columns.network')}
        placeholder={t('allNetworks')}
        searchable
        clearable
        disabled={disabled}
        data={optionsOf(networks)}
        {...form.getInputProps('network')}
      />
      <SelectField
        label={t('columns.mode')}
        placeholder={t('modes.all')}
        clearable
        disabled={disabled}
        data={tariffModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        {...form.getInputProps('mode')}
      />
      <TextField
        label={t('columns.currency')}
        placeholder={t('currencyHint')}
        maxLength={3}
        disabled={disabled}
        {...form.getInputProps('currency')}
      />
    </>
  )
}
