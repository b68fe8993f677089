import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router'
import {
  stationQuery,
  useActiveReservations,
  useConnectors,
  useRunning,
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
import { StationBanners, useBannersLoading } from '../station/station-banners.tsx'
import { StationFigures } from '../station/station-figures.tsx'
import { StationHead } from '../station/station-head.tsx'
import { stationSections as sections, type StationSection } from '../station/station-sections.ts'

export interface SectionProps {
  station: Station
}

const scripts: Record<StationSection, () => Promise<{ default: ComponentType<SectionProps> }>> = {
  activity: async () => ({ default: (await import('../station/activity.tsx')).StationActivity }),
  details: async () => ({ default: (await import('../station/details.tsx')).Details }),
  connectors: async () => ({ default: (await import('../station/connectors.tsx')).Connectors }),
  location: async () => ({ default: (await import('../station/location.tsx')).Location }),
  transactions: async () => ({ default: (await import('../station/transactions.tsx')).Transactions }),
  reservations: async () => ({ default: (await import('../station/reservations.tsx')).Reservations }),
  log: async () => ({ default: (await import('../station/log.tsx')).Log }),
  photos: async () => (await import('../../../features/files/files-part.ts')).loadStationPhotos(),
  notes: async () => ({ default: (await import('../station/notes.tsx')).StationNotes }),
  link: async () => ({ default: (await import('../station/link.tsx')).ConnectionLink }),
  security: async () => ({ default: (await import('../station/security.tsx')).Security }),
}

const bodies = Object.fromEntries(
  Object.entries(scripts).map(([section, load]) => [section, lazy(load)]),
) as unknown as Record<StationSection, ComponentType<SectionProps>> // the keys are those of `scripts`

/** Returns the section that an address names; that of connectors by default. */
const sectionOf = (name: string | undefined): StationSection =>
  sections.find((known) => known === name) ?? 'connectors'

/** Loads data and script in parallel. The page does not wait for the response: it shows its own loading state. */
export const loader = ({ params }: LoaderFunctionArgs): null => {
  if (params.param1) void queries.prefetchQuery(stationQuery(params.param1))
  // An error is shown where the section is rendered.
  scripts[sectionOf(params.param2)]().catch(() => {})
  return null
}

/** One station: `/crm/station/{identity or id}/{section}`. */
export default function StationScreen() {
  const { param1: name = '', param2 } = useParams()
  if (name === '') return <Navigate replace to={addressOf('/crm/stations')} />
  return <StationPage key={name} name={name} section={sectionOf(param2)} />
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
  const isComplete = useComplete(station)
  const Body = bodies[section]
  const counts: Partial<Record<StationSection, number>> = {
    // A connector that only a StartTransaction named may not exist.
    connectors: station.connectors.filter(({ announced }) => announced).length,
    reservations: reservations.data?.length || undefined,
  }
  const crumbs = useCrumbs()
  if (!isComplete) {
    return (
      <Page>
        <StationHead station={station} crumbs={crumbs} />
        <Loading rows={6} />
      </Page>
    )
  }
  return (
    <Page>
      <StationHead station={station} crumbs={crumbs} />
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

/**
 * Returns true once all that is shown above the sections has been loaded for the first time: a banner or chart
 * that came later would move the sections while they are clicked.
 */
function useComplete(station: Station): boolean {
  const [isComplete, setComplete] = useState(false)
  const isLoading = [
    useBannersLoading(station),
    useRunning(station.id).isLoading,
    useConnectors(station.id).isLoading,
  ].includes(true)
  if (!isComplete && !isLoading) setComplete(true)
  return isComplete
}

function useCrumbs() {
  const t = useTexts()
  return [{ label: t('screens.stations'), to: addressOf('/crm/stations') }]
}
