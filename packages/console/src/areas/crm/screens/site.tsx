import { siteGet } from '@stationmaster/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { SiteFiles } from '../../../features/files/files-part.ts'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { SiteContacts } from '../site/site-contacts.tsx'
import { SiteFigures } from '../site/site-figures.tsx'
import { SiteHead } from '../site/site-head.tsx'
import { SitePlace } from '../site/site-place.tsx'
import css from '../site/site.module.css'

const SitePower = lazy(async () => ({ default: (await import('../site/site-power.tsx')).SitePower }))

const tabs = ['stations', 'activity', 'details', 'photos', 'notes'] as const
type SiteTab = (typeof tabs)[number]

const bodies: Record<SiteTab, ComponentType<{ site: Site }>> = {
  stations: lazy(async () => ({ default: (await import('../site/stations.tsx')).SiteStations })),
  activity: lazy(async () => ({ default: (await import('../site/activity.tsx')).SiteActivity })),
  details: lazy(async () => ({ default: (await import('../site/details.tsx')).SiteDetails })),
  photos: SiteFiles,
  notes: lazy(async () => ({ default: (await import('../site/notes.tsx')).SiteNotes })),
}

/** One site: `/crm/site/{id}/{tab}`. */
export default function SiteScreen() {
  const { param1: id = '', param2 } = useParams()
  if (id === '') return <Navigate replace to={addressOf('/crm/sites')} />
  return <SitePage key={id} id={id} requested={param2} />
}

function SitePage({ id, requested }: { id: string; requested: string | undefined }) {
  const t = useTexts('sites')
  const found = useEndpoint(siteGet, { id }, { hints: ['site.changed', 'rights.changed'] })
  const crumbs = useCrumbs()
  useHeadingFocus(id)
  if (found.data) return <Shown site={found.data} requested={requested} />
  return (
    <Page>
      <PageHead title={t('screens.site')} crumbs={crumbs} />
      <ObjectNotFound
        query={found}
        title={t('notFound')}
        lead={t('notFoundLead')}
        to={addressOf('/crm/sites')}
        link={t('toSites')}
      />
    </Page>
  )
}

function Shown({ site, requested }: { site: Site; requested: string | undefined }) {
  const t = useTexts('sites')
  const { id } = site
  const active = tabs.find((known) => known === requested) ?? 'stations'
  const Body = bodies[active]
  return (
    <Page>
      <LeaveGuard />
      <SiteHead site={site} crumbs={useCrumbs()} />
      {site.statetypecode === 'deleted' && <Notice tone="calm">{t('deletedNote')}</Notice>}
      <SiteFigures site={site} />
      <div className={css.power}>
        <Suspense fallback={<Loading rows={4} />}>
          <SitePower site={site} />
        </Suspense>
      </div>
      <div className={css.columns}>
        <Tabs
          label={t('tabs.label')}
          active={active}
          tabs={tabs.map((known) => ({
            id: known,
            label: t(`tabs.${known}`),
            to: addressOf('/crm/site', [id, known]),
            ...(known === 'stations' ? { count: site.stations } : {}),
          }))}
        >
          <Suspense fallback={<Loading rows={6} />}>
            <Body key={id} site={site} />
          </Suspense>
        </Tabs>
        <aside className={css.aside} aria-label={t('place.label')}>
          <SiteContacts site={site} />
          <SitePlace site={site} />
        </aside>
      </div>
    </Page>
  )
}

function useCrumbs() {
  const t = useTexts()
  return [{ label: t('screens.sites'), to: addressOf('/crm/sites') }]
}
