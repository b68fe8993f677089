import { type AnswerOf, localListStates, type stationList, stationProblems } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { loadTexts, useCustomLabels, useTexts } from '../../lib/texts.ts'
import { AccountCode } from '../../ui/data/account-code.tsx'
import { Cut } from '../../ui/data/cut.tsx'
import { Amount } from '../../ui/page/figures.tsx'
import { ToneChip, StateChip } from '../../ui/state/state-chip.tsx'
import { StateGlyph } from '../../ui/state/state-glyph.tsx'
import { useStateLabel } from '../../ui/state/use-state-label.ts'
import { stateWords } from '../../ui/state/state-words.ts'
import { agoColumn, momentColumn, none, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'
import { Ago } from '../../ui/time/moment.tsx'
import { statusOf } from './registration.ts'
import css from './stations.module.css'

const FaultCause = lazy(async () => {
  const [module] = await Promise.all([import('./fault-cause.tsx'), loadTexts('terms')])
  return { default: module.FaultCause }
})

const LocalListState = lazy(async () => {
  const [module] = await Promise.all([import('./local-list-state.tsx'), loadTexts('local-lists')])
  return { default: module.LocalListState }
})

export type Station = AnswerOf<typeof stationList>[number]

/** Identity above, label below. */
export const StationName = ({ station }: { station: Station }) => (
  <span className={css.name}>
    <span>
      <bdi className="mono">{station.identity}</bdi>
      <AccountCode station={station} />
    </span>
    <small title={station.label ?? station.address ?? undefined}>
      <bdi>{station.label ?? station.address ?? ' '}</bdi>
    </small>
  </span>
)

/** One icon per connector, each with its state as name; faded while the station is offline. */
export function ConnectorGlyphs({ station }: { station: Station }) {
  const t = useTexts('stations')
  const word = useStateLabel('connector')
  return (
    <span className={css.glyphs} data-faded={!station.connected || undefined}>
      {station.connectors
        .filter((connector) => connector.connectorid > 0)
        .map((connector) => (
          <span key={connector.id} title={`${connector.connectorid}: ${word(connector.statecode)}`}>
            <StateGlyph state={connector.statecode} size={16} />
            <span className="hidden-text">
              {t('connectorIs', {
                number: connector.connectorid,
                state: word(connector.statecode),
              })}
            </span>
          </span>
        ))}
    </span>
  )
}

const registrationTones = {
  waiting: 'warn',
  rejected: 'bad',
  approved: 'busy',
  neverConnected: 'calm',
} as const

/** Shows the registration while it is pending or rejected, else the state. */
export function StationState({ station }: { station: Station }) {
  const t = useTexts('stations')
  const status = statusOf(station)
  if (status !== null)
    return <ToneChip tone={registrationTones[status]}>{t(`registration.${status}`)}</ToneChip>
  return <StateChip state={station.displaystate} />
}

export function StationType({ code }: { code: string }) {
  const t = useTexts('stations')
  const given = useCustomLabels('type')
  const ours = code === 'public' || code === 'private' ? t(`types.${code}`) : code
  return given('charge_point', code) ?? ours
}

/** Problem of a station in words, with its age. */
function Problem({
  is,
  code,
  since,
}: {
  is: NonNullable<Station['problem']>
  code: string | null
  since: string | null
}) {
  const t = useTexts('stations')
  const word = t(`problems.${is}`)
  return (
    <>
      {code === null ? (
        word
      ) : (
        <Suspense fallback={word}>
          <FaultCause code={code} />
        </Suspense>
      )}
      {since !== null && (
        <small className="muted">
          {' '}
          · <Ago at={since} />
        </small>
      )}
    </>
  )
}

export const typeWords = wordsOf(
  ['public', 'private'] as const,
  (code, { text, custom }) => custom('type', 'charge_point', code) ?? text(`stations:types.${code}`),
)

const problemWords = wordsOf(stationProblems, (code, { text }) => text(`stations:problems.${code}`))

const localListWords = wordsOf(localListStates, (code, { text }) => text(`local-lists:states.${code}`))

export const stationColumns: readonly Column<Station>[] = [
  {
    id: 'station',
    title: 'stations:columns.station',
    sort: 'identity',
    min: 190,
    narrow: 'title',
    file: [{ field: 'identity' }, { field: 'label', title: 'exports:label' }],
    cell: (station) => <StationName station={station} />,
  },
  {
    id: 'state',
    title: 'stations:columns.state',
    sort: 'displaystate',
    min: 150,
    narrow: 'badge',
    file: [{ field: 'displaystate', words: stateWords('charge_point') }],
    cell: (station) => <StationState station={station} />,
  },
  {
    id: 'problem',
    title: 'stations:columns.problem',
    sort: 'urgency',
    min: 190,
    narrow: 'note',
    file: [
      { field: 'problem', words: problemWords },
      { field: 'problemcode', title: 'exports:error' },
      { field: 'problemsince', title: 'exports:since' },
    ],
    cell: ({ problem, problemcode, problemsince, outofservicereason }) =>
      problem === null ? (
        none
      ) : (
        <span title={outofservicereason ?? undefined}>
          <Problem is={problem} code={problemcode} since={problemsince} />
        </span>
      ),
  },
  {
    id: 'connectors',
    title: 'stations:columns.connectors',
    narrow: 'subtitle',
    file: [{ field: 'connectors', members: ['connectorid', 'statecode'], words: stateWords('connector') }],
    cell: (station) => <ConnectorGlyphs station={station} />,
  },
  {
    id: 'power',
    title: 'stations:columns.power',
    num: true,
    min: 110,
    narrow: 'value',
    file: [{ field: 'power', unit: 'kW' }],
    cell: (station, { format }) =>
      station.power ? <Amount quantity={format.powerQuantity(station.power)} /> : none,
  },
  {
    id: 'energy',
    title: 'stations:columns.energy',
    num: true,
    file: [{ field: 'energytoday', unit: 'kWh' }],
    cell: (station, { format }) => <Amount quantity={format.energyQuantity(station.energytoday)} />,
  },
  {
    id: 'model',
    title: 'stations:columns.model',
    sort: 'modelname',
    file: [{ field: 'vendorname', title: 'exports:vendor' }, { field: 'modelname' }],
    cell: (station) =>
      station.vendorname || station.modelname ? (
        <Cut text={station.vendorname ?? ''} rest={station.modelname ?? ''} />
      ) : (
        none
      ),
  },
  {
    id: 'type',
    title: 'stations:columns.type',
    sort: 'typecode',
    file: [{ field: 'typecode', words: typeWords }],
    cell: (station) => <StationType code={station.typecode} />,
  },
  textColumn('outofservicereason', 'stations:columns.outofservicereason', { cut: 'wide', hidden: true }),
  momentColumn('expectedreturn', 'stations:columns.expectedreturn', { hidden: true }),
  agoColumn('lastseen', 'stations:columns.seen', { id: 'seen' }),
  textColumn('version', 'stations:columns.ocpp', { id: 'ocpp', mono: true }),
  textColumn('firmware', 'stations:columns.firmware', { mono: true, cut: 'short', hidden: true }),
  textColumn('serialnumber', 'stations:columns.serial', {
    id: 'serial',
    mono: true,
    cut: 'short',
    hidden: true,
  }),
  {
    id: 'locallist',
    title: 'stations:columns.locallist',
    hidden: true,
    file: [{ field: 'locallist', words: localListWords, texts: 'local-lists' }],
    cell: ({ locallist }) =>
      locallist === null ? (
        none
      ) : (
        <Suspense fallback={none}>
          <LocalListState state={locallist} />
        </Suspense>
      ),
  },
  textColumn('sitename', 'stations:columns.site', { id: 'site', cut: 'short' }),
  textColumn('networkname', 'stations:columns.network', { id: 'network', hidden: true }),
  textColumn('clientname', 'stations:columns.client', { id: 'client', sort: false, hidden: true }),
  textColumn('address', 'stations:columns.address', { cut: 'short', hidden: true }),
  momentColumn('created', 'stations:columns.created', { hidden: true }),
]
