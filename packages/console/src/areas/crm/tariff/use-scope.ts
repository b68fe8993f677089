import { tariffTypes } from '@stationmaster/contract'
import type { Tariff } from '../../../features/tariffs/tariff-columns.tsx'
import { useTexts } from '../../../lib/texts.ts'

/** Returns to whom and where a tariff applies, in words. */
export function useScope(tariff: Tariff): string[] {
  const t = useTexts('tariffs')
  const { typecode, clientname, grouplabel, networkname, mode } = tariff
  const type = tariffTypes.find((code) => code === typecode && code === 'ad_hoc')
  return [
    type ? t(`types.${type}`) : (clientname ?? grouplabel ?? t('allClients')),
    networkname ?? t('allNetworks'),
    t(`modes.${mode ?? 'all'}`),
  ]
}
