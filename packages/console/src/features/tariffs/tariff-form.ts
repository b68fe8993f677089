import type { BodyOf, TariffMode, tariffSet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { orNull } from '../../ui/form/form-text.ts'
import { useForm } from '../../ui/form/form.ts'
import { versionIn } from '../../ui/form/stored-values.ts'
import type { Tariff } from './tariff-columns.tsx'

/** Values of the form of a tariff, without its prices. */
export const valuesOfTariff = (tariff: Tariff | null) => ({
  version_no: tariff?.version_no,
  label: tariff?.label ?? '',
  code: tariff?.code ?? '',
  typecode: tariff?.typecode ?? 'regular',
  client: tariff?.client ?? null,
  group: tariff?.group ?? null,
  network: tariff?.network ?? null,
  mode: (tariff?.mode ?? null) as TariffMode | null,
  currency: tariff?.currency ?? '',
  description: tariff?.description ?? '',
})

export function useTariffForm(tariff: Tariff | null) {
  const t = useTexts('tariffs')
  return useForm({
    initialValues: valuesOfTariff(tariff),
    validate: { label: (text) => (text.trim() === '' ? t('missingLabel') : null) },
  })
}

/** Returns true if the fields that decide where the tariff applies can be changed: until a version was active. */
export const isScopeOpen = (tariff: Tariff | null): boolean => tariff === null || tariff.statecode === 'draft'

/** Returns the request that stores the values. */
export function bodyOfTariff(
  tariff: Tariff | null,
  values: ReturnType<typeof valuesOfTariff>,
): BodyOf<typeof tariffSet> {
  const { typecode, client, group, network, mode } = values
  const code = values.code.trim()
  const currency = values.currency.trim().toUpperCase()
  return {
    id: tariff?.id ?? null,
    ...versionIn(values),
    label: values.label.trim(),
    ...(code === '' ? {} : { code }),
    description: orNull(values.description),
    ...(isScopeOpen(tariff)
      ? { typecode, client, group, network, mode, ...(currency === '' ? {} : { currency }) }
      : {}),
  }
}
