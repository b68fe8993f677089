import { Link } from 'react-router'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { ToneChip } from '../../ui/state/state-chip.tsx'
import { agoColumn, numberColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import css from './attempts.module.css'
import { type Attempt, useAttemptTexts } from './attempt-texts.ts'

/** Returns the station's page by id: several accounts may have a station of this identity. */
const stationPage = (attempt: Attempt): string | null =>
  attempt.stationid === null ? null : addressOf('/crm/station', [attempt.stationid, 'link'])

function Caller({ attempt }: { attempt: Attempt }) {
  const t = useTexts('connection')
  const to = stationPage(attempt)
  if (attempt.identity === '') return <span className="muted">{t('attempts.noIdentity')}</span>
  const name = <bdi className={`mono ${css.caller}`}>{attempt.identity}</bdi>
  return to ? <Link to={to}>{name}</Link> : name
}

function Reason({ attempt }: { attempt: Attempt }) {
  const t = useTexts('connection')
  const { reason, remedy } = useAttemptTexts()
  return (
    <span className={css.reason}>
      <b>{reason(attempt)}</b>
      {attempt.resolved ? (
        <ToneChip tone="good">{t('attempts.resolved')}</ToneChip>
      ) : (
        <small>{remedy(attempt)}</small>
      )}
    </span>
  )
}

function Action({ attempt, onAdd }: { attempt: Attempt; onAdd: ((identity: string) => void) | null }) {
  const t = useTexts('connection')
  const to = stationPage(attempt)
  if (to)
    return (
      <LinkButton small to={to}>
        {t('attempts.openStation')}
      </LinkButton>
    )
  if (attempt.reason !== 'unknown_identity' || attempt.identity === '' || onAdd === null) return null
  return (
    <Button small onClick={() => onAdd(attempt.identity)}>
      {t('attempts.add')}
    </Button>
  )
}

const last = agoColumn<Attempt>('last', 'connection:attempts.columns.last', { narrow: 'badge' })

const reason = {
  id: 'reason',
  title: 'connection:attempts.columns.reason',
  sort: 'reason',
  cell: (attempt: Attempt) => <Reason attempt={attempt} />,
} as const

const mono = { mono: true, cut: 'short' } as const
const address = textColumn<Attempt>('address', 'connection:attempts.columns.address', mono)

const more: readonly Column<Attempt>[] = [
  textColumn('username', 'connection:attempts.columns.user', { ...mono, id: 'user' }),
  numberColumn('count', 'connection:attempts.columns.count'),
]

/** Columns of the attempts of one station, without its identity. */
export const stationAttemptColumns: readonly Column<Attempt>[] = [
  last,
  { ...reason, narrow: 'title' },
  { ...address, narrow: 'subtitle' },
  ...more,
]

/** Returns the columns of the list over all stations. `onAdd` adds a station to the account with this code. */
export const attemptColumns = (account: {
  code: string
  isAdmin: boolean
  onAdd: (identity: string) => void
}): readonly Column<Attempt>[] => [
  {
    id: 'identity',
    title: 'connection:attempts.columns.identity',
    sort: 'identity',
    min: 150,
    narrow: 'title',
    cell: (attempt) => <Caller attempt={attempt} />,
  },
  last,
  { ...reason, narrow: 'subtitle' },
  address,
  ...more,
  ...(account.isAdmin
    ? [
        textColumn<Attempt>('accountcode', 'connection:attempts.columns.account', {
          ...mono,
          id: 'account',
          hidden: true,
        }),
      ]
    : []),
  agoColumn('first', 'connection:attempts.columns.first', { hidden: true }),
  textColumn('path', 'connection:attempts.columns.path', { ...mono, hidden: true }),
  {
    id: 'action',
    title: 'connection:attempts.columns.action',
    narrow: 'value',
    cell: (attempt) => (
      <Action attempt={attempt} onAdd={attempt.accountcode === account.code ? account.onAdd : null} />
    ),
  },
]
