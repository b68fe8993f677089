import { accountingSet } from '@stationmaster/contract'
import { useMay } from '../../../lib/access.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'

/** Parts of the reports; the bookkeeping only for users who may set it. */
export function ReportTabs({ active }: { active: 'report' | 'owners' | 'accounting' }) {
  const t = useTexts('reports')
  const mayAccount = useMay()(accountingSet)
  const parts = (['report', 'owners', 'accounting'] as const).filter(
    (part) => part !== 'accounting' || mayAccount,
  )
  return (
    <Tabs
      label={t('title')}
      active={active}
      tabs={parts.map((part) => ({
        id: part,
        label: t(`tabs.${part}`),
        to: addressOf('/crm/report', part === 'report' ? [] : [part]),
      }))}
    />
  )
}
