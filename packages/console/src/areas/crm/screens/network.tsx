import { networkList, siteList } from '@stationmaster/contract'
import { IconNetwork } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Site, siteColumns } from '../../../features/sites/site-columns.tsx'
import type { RowOf } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Page, PageHead, Row, Stack } from '../../../ui/page/page.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'

type Network = RowOf<typeof networkList>

/** Maximum number of networks and of sites on the page; the list of sites has all. */
const most = 500
const hints = ['site.changed', 'station.changed', 'connector.changed'] as const
const shownColumns = new Set(['label', 'problems', 'stations', 'power', 'city'])
const columns = siteColumns.filter(({ id }) => shownColumns.has(id)).map(({ sort: _sort, ...one }) => one)

/** The networks of the references, each with its sites and the number of their stations. */
export default function Networks() {
  const t = useTexts('sites')
  const networks = useEndpoint(networkList, { orderby: ['name'], reclimit: most })
  const sites = useEndpoint(
    siteList,
    {
      search: [{ field: 'network', compare: 'INN' }],
      orderby: ['problems DESC', 'label'],
      reclimit: most,
    },
    { hints },
  )
  return (
    <Page>
      <PageHead
        title={t('networks.title')}
        facts={networks.data ? t('networks.count', { count: networks.data.length }) : ' '}
        actions={<LinkButton to="/admin/reference/network">{t('networks.edit')}</LinkButton>}
      />
      {!networks.data || !sites.data ? (
        <Unloaded query={networks.error ? networks : sites} rows={6} />
      ) : networks.data.length === 0 ? (
        <Empty
          icon={<IconNetwork size={28} stroke={1.5} />}
          title={t('networks.empty')}
          lead={t('networks.emptyLead')}
        />
      ) : (
        <Stack>
          {networks.data.map((network) => (
            <SitesOf
              key={network.id}
              network={network}
              sites={sites.data.filter((site) => site.network === network.id)}
            />
          ))}
        </Stack>
      )}
    </Page>
  )
}

function SitesOf({ network, sites }: { network: Network; sites: readonly Site[] }) {
  const t = useTexts('sites')
  const stations = sites.reduce((sum, site) => sum + site.stations, 0)
  return (
    <Card
      title={<bdi>{network.name}</bdi>}
      actions={
        <Row>
          <Link to={addressOf('/crm/sites', [], { network: network.id })}>
            {t('count', { count: sites.length })}
          </Link>
          <Link to={addressOf('/crm/stations', [], { network: network.name })}>
            {t('stationCount', { count: stations })}
          </Link>
        </Row>
      }
    >
      <PartTable
        label={network.name}
        columns={columns}
        rows={sites}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        rowState={({ statecode }) => statecode}
        href={({ id }) => addressOf('/crm/site', [id])}
        empty={<p className="muted">{t('networks.noSites')}</p>}
      />
    </Card>
  )
}
