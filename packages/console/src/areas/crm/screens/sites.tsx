import { siteCount, siteImportRun, siteList, siteSet } from '@stationmaster/contract'
import { IconBuildings } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useNetworkFilter } from '../../../features/sites/network-filter.tsx'
import { siteColumns } from '../../../features/sites/site-columns.tsx'
import { SiteMenu } from '../../../features/sites/site-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { lateImport } from '../../../ui/import/late-import.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { tagFilter } from '../../../ui/table/tag-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const Import = lateImport(async () => (await import('../../../features/sites/site-import.ts')).siteImport)

const AddSite = lazy(async () => ({
  default: (await import('../../../features/sites/add-site.tsx')).AddSite,
}))

const where = {
  ...listParameters,
  state: oneOf(['all', 'enabled', 'disabled', 'deleted']),
  network: text(),
  tag: text(),
  add: flag(),
}
const hints = [
  'site.changed',
  'station.changed',
  'connector.changed',
  'transaction.started',
  'transaction.stopped',
  'rights.changed',
] as const

/** All sites, those with problems first. */
export default function Sites() {
  const t = useTexts('sites')
  const may = useMay()
  const mayAdd = may(siteSet, { id: null })
  const customLabels = useCustomLabels()
  const [at, go] = useAddress(where)
  const network = useNetworkFilter({ at, go }, { label: t('columns.network'), placeholder: t('allNetworks') })
  const sites = usePagedList({
    name: 'sites',
    list: siteList,
    count: siteCount,
    columns: siteColumns,
    where,
    at,
    go,
    fields: ['label', 'code', 'address', 'postalcode', 'city'],
    // Custom states are of one of these types.
    filterBy: { state: 'statetypecode', tag: 'tags' },
    filter: at.network === '' ? {} : { network: at.network },
    order: ['problems DESC', 'label'],
    hints,
  })
  const create = mayAdd && { label: t('add'), onCreate: () => go({ add: true }, { push: true }) }
  return (
    <ListScreen
      list={sites}
      title={t('title')}
      count={(count) => t('count', { count })}
      create={create}
      importing={may(siteImportRun, {}) && Import}
      placeholder={t('filter')}
      filters={[
        segmentFilter(sites, 'state', {
          label: t('stateFilter'),
          word: (state) => customLabels('site', state) ?? t(`stateFilters.${state}`),
        }),
        network,
        tagFilter(sites),
      ]}
      empty={
        <Empty
          icon={<IconBuildings size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={({ label }) => label}
      rowState={({ statecode }) => statecode}
      href={({ id }) => addressOf('/crm/site', [id])}
      renderMenu={(site) => <SiteMenu site={site} />}
    >
      <Suspense>{at.add && mayAdd && <AddSite onClose={() => go({ add: false })} />}</Suspense>
    </ListScreen>
  )
}
