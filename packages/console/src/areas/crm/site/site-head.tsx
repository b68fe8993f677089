import { commandSend, stationSet } from '@stationmaster/contract'
import { IconBellCog, IconChevronDown, IconLink, IconPencil, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { allOf } from '../../../features/bulk/chosen-objects.ts'
import { addressLine, type Site, SiteState } from '../../../features/sites/site-columns.tsx'
import { SiteMenu } from '../../../features/sites/site-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { writeList } from '../../../lib/long-list.ts'
import { useRecent } from '../../../lib/recent.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import { type Crumb, PageHead } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from '../station/station.module.css'
import { AssignStations } from './assign-stations.tsx'
import { useStationsOf } from './use-stations-of.ts'

const BulkMenu = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../features/bulk/bulk-menu.tsx'),
    loadTexts('maintenance'),
  ])
  return { default: module.BulkMenu }
})

/** Name, tags, address and network of the site, and its actions. */
export function SiteHead({ site, crumbs }: { site: Site; crumbs: readonly Crumb[] }) {
  useRecent({ classcode: 'site', id: site.id, label: site.label })
  const t = useTexts('sites')
  return (
    <PageHead
      title={site.label}
      crumbs={crumbs}
      heading={<bdi>{site.label}</bdi>}
      badge={
        <>
          {site.statecode !== 'enabled' && <SiteState site={site} />}
          {site.tags.map((tag) => (
            <ToneChip key={tag} tone="calm">
              <bdi>{tag}</bdi>
            </ToneChip>
          ))}
          {site.openinghours?.twentyfourseven && <ToneChip tone="calm">{t('place.always')}</ToneChip>}
        </>
      }
      facts={<Facts site={site} />}
      actions={<Actions site={site} />}
    />
  )
}

function Facts({ site }: { site: Site }) {
  const t = useTexts('sites')
  const isAdmin = useUser()?.admin === true
  const address = addressLine(site)
  return (
    <>
      {address && <bdi>{address}</bdi>}
      {site.networkname !== null && (
        <span>
          {t('columns.network')}{' '}
          {isAdmin ? <Link to={addressOf('/crm/network')}>{site.networkname}</Link> : site.networkname}
        </span>
      )}
      <span>{t('stationCount', { count: site.stations })}</span>
      {site.timezone && <span>{site.timezone}</span>}
      <span>{t('number', { code: site.code })}</span>
    </>
  )
}

function Actions({ site }: { site: Site }) {
  const t = useTexts('sites')
  const may = useMay()
  const navigate = useNavigate()
  const stations = useStationsOf(site.id).data ?? []
  const [isAssigning, setAssigning] = useState(false)
  const maySend = may(commandSend) && site.stations > 0
  const mayAssign = may(stationSet) && site.statecode !== 'deleted'
  const assign = (): void => setAssigning(true)
  const send = (): void =>
    void navigate(
      addressOf('/ocpp/command', [], {
        stations: writeList(stations.map(({ id, identity }) => (stations.length > 50 ? id : identity))),
      }),
    )
  return (
    <div className={css.actions}>
      {maySend ? (
        <Button kind="primary" icon={<IconSend size={16} />} onClick={send}>
          {t('acts.command')}
        </Button>
      ) : (
        mayAssign && (
          <Button kind="primary" icon={<IconLink size={16} />} onClick={assign}>
            {t('assign.title')}
          </Button>
        )
      )}
      {site.stations > 0 && (
        <Suspense
          fallback={
            maySend && (
              <Button icon={<IconChevronDown size={14} />} disabled>
                {t('acts.bulk')}
              </Button>
            )
          }
        >
          <BulkMenu list={allOf({ site: site.id }, site.stations)} classCode="charge_point" small={false} />
        </Suspense>
      )}
      <MoreMenu label={t('acts.label')} className={css.more}>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={() => void navigate(addressOf('/crm/site', [site.id, 'details']))}
        >
          {t('ui.edit')}
        </Menu.Item>
        {mayAssign && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={assign}>
            {t('assign.title')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconBellCog size={16} />}
          onClick={() => void navigate(addressOf('/crm/incidents', ['rules'], { site: site.id }))}
        >
          {t('acts.incidentRules')}
        </Menu.Item>
        <Menu.Divider />
        <SiteMenu site={site} />
      </MoreMenu>
      {isAssigning && <AssignStations site={site} onClose={() => setAssigning(false)} />}
    </div>
  )
}
