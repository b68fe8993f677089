import { tariffCount, tariffList, tariffModes, tariffSet } from '@stationmaster/contract'
import { IconTag } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { useNetworkFilter } from '../../../features/sites/network-filter.tsx'
import { tariffColumns } from '../../../features/tariffs/tariff-columns.tsx'
import { TariffMenu } from '../../../features/tariffs/tariff-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const TariffDialog = lazy(async () => ({
  default: (await import('../../../features/tariffs/tariff-dialog.tsx')).TariffDialog,
}))

const where = {
  ...listParameters,
  state: oneOf(['all', 'draft', 'active', 'retired', 'deleted']),
  mode: oneOf(['all', ...tariffModes]),
  client: text(),
  network: text(),
  add: flag(),
}

/** All tariffs. */
export default function Tariffs() {
  const t = useTexts('tariffs')
  const mayAdd = useMay()(tariffSet, { id: null })
  const customLabels = useCustomLabels()
  const [at, go] = useAddress(where)
  const network = useNetworkFilter({ at, go }, { label: t('columns.network'), placeholder: t('allNetworks') })
  const tariffs = usePagedList({
    name: 'tariffs',
    list: tariffList,
    count: tariffCount,
    columns: tariffColumns,
    where,
    at,
    go,
    fields: ['label', 'code', 'identity'],
    filterBy: { state: 'statecode', mode: 'mode' },
    filter: {
      ...(at.client === '' ? {} : { client: at.client }),
      ...(at.network === '' ? {} : { network: at.network }),
    },
    order: ['label'],
    hints: ['tariff.changed', 'rights.changed'],
  })
  const create = mayAdd && { label: t('add'), onCreate: () => go({ add: true }, { push: true }) }
  return (
    <ListScreen
      list={tariffs}
      title={t('title')}
      count={(count) => t('count', { count })}
      create={create}
      placeholder={t('filter')}
      filters={[
        segmentFilter(tariffs, 'state', {
          label: t('stateFilter'),
          word: (state) => customLabels('tariff', state) ?? t(`states.${state}`),
        }),
        {
          ...selectFilter(tariffs, 'mode', {
            label: t('columns.mode'),
            word: (mode) => t(`modes.${mode}`),
            width: 190,
          }),
          inMenu: 'always',
        },
        clientFilter({ at, go }, t('columns.client')),
        network,
      ]}
      empty={
        <Empty
          icon={<IconTag size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={({ label }) => label}
      rowState={({ statecode }) => statecode}
      href={({ id }) => addressOf('/crm/tariff', [id])}
      renderMenu={(tariff) => <TariffMenu tariff={tariff} />}
    >
      <Suspense>
        {at.add && mayAdd && <TariffDialog tariff={null} onClose={() => go({ add: false })} />}
      </Suspense>
    </ListScreen>
  )
}
