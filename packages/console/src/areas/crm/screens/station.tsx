import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router'
import {
  stationQuery,
  useActiveReservations,
  useStation,
} from '../../../features/stations/station-queries.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { queries } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { LiveCharts } from '../station/live-charts.tsx'
import { StationBanners } from '../station/station-banners.tsx'
import { StationFigures } from '../station/station-figures.tsx'
import { StationHead } from '../station/station-head.tsx'
import { stationSections as sections, type StationSection } from '../station/station-sections.ts'

export interface SectionProps {
  station: Station
}

const bodies: Record<StationSection, ComponentType<SectionProps>> = {
  activity: lazy(async () => ({ default: (await import('../station/activity.tsx')).StationActivity })),
  details: lazy(async () => ({ default: (await import('../station/details.tsx')).Details })),
  connectors: lazy(async () => ({ default: (await import('../station/connectors.tsx')).Connectors })),
  location: lazy(async () => ({ default: (await import('../station/location.tsx')).Location })),
  transactions: lazy(async () => ({ default: (await import('../station/transactions.tsx')).Transactions })),
  reservations: lazy(async () => ({ default: (await import('../station/reservations.tsx')).Reservations })),
  log: lazy(async () => ({ default: (await import('../station/log.tsx')).Log })),
  photos: lazy(async () => ({ default: (await import('../station/photos.tsx')).Photos })),
  notes: lazy(async () => ({ default: (await import('../station/notes.tsx')).StationNotes })),
  link: lazy(async () => ({ default: (await import('../station/link.tsx')).ConnectionLink })),
}

/** Loads data and script in parallel. The page does not wait for the response: it shows its own loading state. */
export const loader = ({ params }: LoaderFunctionArgs): null => {
  if (params.param1) void queries.prefetchQuery(stationQuery(params.param1))
  return null
}

/** One station: `/crm/station/{identity or id}/{section}`. */
export default function StationScreen() {
  const { param1: name = '', param2 } = useParams()
  if (name === '') return <Navigate replace to={addressOf('/crm/stations')} />
  const section = sections.find((known) => known === param2) ?? 'connectors'
  return <StationPage key={name} name={name} section={section} />
}

function StationPage({ name, section }: { name: string; section: StationSection }) {
  const t = useTexts('station')
  const found = useStation(name)
  const heading = useRef(false)
  useHeadingFocus(name)
  if (found.data) return <Shown name={name} station={found.data} section={section} heading={heading} />
  return (
    <Page>
      <Waiting name={name} heading={heading} />
      <ObjectNotFound
        query={found}
        title={t('notFound')}
        lead={t('notFoundLead')}
        to={addressOf('/crm/stations')}
        link={t('toStations')}
      />
    </Page>
  )
}

interface Heading {
  /** True if the heading of the loading page had the focus when the loaded page replaced it. */
  heading: RefObject<boolean>
}

function Waiting({ name, heading }: Heading & { name: string }) {
  useLayoutEffect(
    () => () => {
      heading.current = document.activeElement?.tagName === 'H1'
    },
    [heading],
  )
  return <PageHead title={name} crumbs={useCrumbs()} />
}

interface ShownProps extends Heading, SectionProps {
  name: string
  section: StationSection
}

function Shown({ name, station, section, heading }: ShownProps) {
  const t = useTexts('station')
  useEffect(() => {
    if (heading.current) document.querySelector<HTMLElement>('main h1')?.focus()
  }, [heading])
  const reservations = useActiveReservations(station.id)
  const Body = bodies[section]
  const counts: Partial<Record<StationSection, number>> = {
    // A connector that only a StartTransaction named may not exist.
    connectors: station.connectors.filter(({ announced }) => announced).length,
    reservations: reservations.data?.length || undefined,
  }
  return (
    <Page>
      <StationHead station={station} crumbs={useCrumbs()} />
      <StationBanners station={station} />
      <StationFigures station={station} />
      <LiveCharts station={station.id} section={section} />
      <Tabs
        label={t('sectionsLabel')}
        active={section}
        tabs={sections.map((id) => ({
          id,
          label: t(`sections.${id}`),
          to: addressOf('/crm/station', [name, id]),
          count: counts[id],
        }))}
      >
        <Suspense fallback={<Loading rows={6} />}>
          <Body key={station.id} station={station} />
        </Suspense>
      </Tabs>
    </Page>
  )
}

function useCrumbs() {
  const t = useTexts()
  return [{ label: t('screens.stations'), to: addressOf('/crm/stations') }]
}
