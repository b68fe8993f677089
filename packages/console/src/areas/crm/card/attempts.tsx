import { activityList } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Card as ChargingCard } from '../../../features/cards/card-columns.tsx'
import type { Transaction } from '../../../features/transactions/transaction-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { none } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActivityDrawer } from '../activity/activity-drawer.tsx'
import { type FoldedEvents, foldEvents } from '../activity/fold-events.ts'
import { hints } from '../activity/use-activity.ts'
import { useActivityWords } from '../activity/use-activity-words.ts'
import { attemptKinds, attemptsIn, isRefused, refusalOf, refusedKinds } from './attempt.ts'
import css from './card.module.css'
import { useCardSessions } from './use-card.ts'

const RefusedByRule = lazy(async () => ({
  default: (await import('../../../lib/refused-by-rule.tsx')).RefusedByRule,
}))

/** Rows that are shown first, and that are added. */
const step = 20
/** Events that are read for a row: repeated ones are one row. */
const perRow = 3
/** Maximum number of events in an answer; older ones are in the activity. */
const mostRead = 1000
const filters = ['all', 'refused'] as const

interface Attempt extends FoldedEvents {
  session: Transaction | undefined
}

const columns: readonly Column<Attempt>[] = [
  {
    id: 'time',
    title: 'cards:page.columns.time',
    narrow: 'title',
    cell: ({ newest }) => <Moment at={newest.datetime} seconds />,
  },
  {
    id: 'station',
    title: 'transactions:columns.station',
    narrow: 'subtitle',
    cell: ({ newest: { identity, connectorid } }) =>
      identity === null ? (
        none
      ) : (
        <>
          <Identity value={identity} />
          {connectorid !== null && connectorid > 0 && <span className="muted"> · {connectorid}</span>}
        </>
      ),
  },
  {
    id: 'answer',
    title: 'cards:page.columns.answer',
    narrow: 'badge',
    cell: ({ newest }) => <Answer isGood={!isRefused(newest)} />,
  },
  {
    id: 'outcome',
    title: 'cards:page.columns.outcome',
    narrow: 'subtitle',
    cell: (attempt) => <Outcome attempt={attempt} />,
  },
]

function Answer({ isGood }: { isGood: boolean }) {
  const t = useTexts('cards')
  return <ToneChip tone={isGood ? 'good' : 'bad'}>{t(isGood ? 'page.accepted' : 'page.refused')}</ToneChip>
}

/** The cause of a refusal, or what became of an accepted card. */
function Outcome({ attempt: { newest, count, since, session } }: { attempt: Attempt }) {
  const t = useTexts('cards')
  const tActivity = useTexts('activity')
  const format = useFormat()
  // the card is known here
  const words = useActivityWords()({ ...newest, cardname: null, idtag: null })
  const refusal = refusalOf(newest)
  if (newest.kind === 'session_started') {
    if (newest.transactionid === null) return none
    return (
      <>
        {session?.statecode === 'running' && <>{t('columns.active')} · </>}
        {session ? format.energy(session.energy) : newest.transactionid}
      </>
    )
  }
  const { rule } = newest.details
  const cause =
    typeof rule === 'string' ? (
      <Suspense>
        <RefusedByRule id={rule} />
      </Suspense>
    ) : refusal ? (
      t(`page.refusals.${refusal}`)
    ) : (
      [words.sentence, words.note].filter(Boolean).join(': ')
    )
  const seconds = Math.round((Date.parse(newest.datetime) - Date.parse(since)) / 1000)
  return (
    <>
      {cause}
      {count > 1 && (
        <span className="muted">
          {' '}
          · {tActivity('words.times', { count, duration: format.duration(seconds) })}
        </span>
      )}
    </>
  )
}

/** The attempts to charge with a card, refusals included: the latest ones, and older ones on demand. */
export function Attempts({ card, isPage = false }: { card: ChargingCard; isPage?: boolean }) {
  const t = useTexts('cards')
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const [open, setOpen] = useState('')
  const [most, setMost] = useState(step)
  const read = Math.min(most * perRow, mostRead)
  const found = useEndpoint(
    activityList,
    { cardid: card.id, kinds: [...(filter === 'all' ? attemptKinds : refusedKinds)], reclimit: read },
    { hints, keepPrevious: true },
  )
  const sessions = useCardSessions(card.id, most).data
  const attempts = attemptsIn(found.data ?? []).filter((event) => filter === 'all' || isRefused(event))
  const folded = foldEvents(attempts)
  const rows = folded.slice(0, most).map((one) => ({
    ...one,
    session: sessions?.find(({ transactionid }) => transactionid === one.newest.transactionid),
  }))
  const isMore = folded.length > most || (found.data?.length === read && read < mostRead)
  return (
    <Card
      title={t('page.attempts')}
      pad={false}
      actions={
        <>
          <SegmentedControl
            aria-label={t('page.attempts')}
            value={filter}
            data={filters.map((value) => ({ value, label: t(value === 'all' ? 'all' : 'page.refused') }))}
            onChange={(value) => setFilter(value === 'refused' ? 'refused' : 'all')}
          />
          {rows.length > 0 && (
            <Link
              to={addressOf('/crm/activity', [], { range: 'month', q: card.code })}
              aria-label={`${t('all')}: ${t('screens.activity')}`}
            >
              {t('screens.activity')}
            </Link>
          )}
        </>
      }
    >
      <div className={css.table}>
        <PartTable
          query={found}
          label={t('page.attempts')}
          columns={columns}
          rows={rows}
          rowId={({ newest }) => newest.id}
          rowName={({ newest }) => newest.datetime}
          onMore={isPage && isMore && (() => setMost((before) => before + 2 * step))}
          onOpen={isPage ? ({ newest }: Attempt) => setOpen(newest.id) : undefined}
          empty={<p className={css.empty}>{t(filter === 'all' ? 'page.noAttempts' : 'page.noRefusals')}</p>}
        />
      </div>
      {open !== '' && (
        <ActivityDrawer id={open} rows={attempts} onOpen={setOpen} onClose={() => setOpen('')} />
      )}
    </Card>
  )
}
