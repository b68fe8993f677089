import { type AnswerOf, type cardList, cardVerdicts } from '@stationmaster/contract'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Ago, Moment } from '../../ui/time/moment.tsx'

export type Card = AnswerOf<typeof cardList>[number]

const tones: Record<Card['verdict'], Tone> = {
  Accepted: 'good',
  ConcurrentTx: 'busy',
  Expired: 'warn',
  Blocked: 'bad',
  Invalid: 'calm',
}

/** Authorization statuses that only reflect the state of the card. */
const ofState: readonly Card['verdict'][] = ['Accepted', 'Blocked', 'Invalid']

/**
 * Shows the authorization status that the next Authorize of the card would get, under the custom label of the
 * card's state if there is one.
 */
export function AuthorizationStatusChip({ card: { statecode, verdict } }: { card: Card }) {
  const t = useTexts('cards')
  const given = useCustomLabels()
  const word = cardVerdicts.find((known) => known === verdict) ?? 'Invalid'
  const name = ofState.includes(word) ? given('card', statecode) : undefined
  return <ToneChip tone={tones[word]}>{name ?? t(`statuses.${word}`)}</ToneChip>
}

export function CardType({ code }: { code: string }) {
  const t = useTexts('cards')
  const given = useCustomLabels('type')
  const ours = code === 'rfid' || code === 'credit' || code === 'plastic' ? t(`types.${code}`) : code
  return given('card', code) ?? ours
}

function Limit({ limit }: { limit: number }) {
  const t = useTexts('cards')
  return limit === 0 ? t('unlimited') : limit
}

export const cardColumns: readonly Column<Card>[] = [
  {
    id: 'code',
    title: 'cards:columns.code',
    sort: 'code',
    min: 170,
    narrow: 'title',
    cell: (card) => <Identity value={card.code} />,
  },
  {
    id: 'name',
    title: 'cards:columns.name',
    sort: 'name',
    narrow: 'subtitle',
    cell: (card) => card.name ?? card.label ?? <span className="muted">–</span>,
  },
  {
    id: 'verdict',
    title: 'cards:columns.status',
    narrow: 'badge',
    cell: (card) => <AuthorizationStatusChip card={card} />,
  },
  {
    id: 'type',
    title: 'cards:columns.type',
    sort: 'typecode',
    cell: (card) => <CardType code={card.typecode} />,
  },
  {
    id: 'active',
    title: 'cards:columns.active',
    num: true,
    cell: (card, { format }) => format.number(card.activetransactions),
  },
  {
    id: 'limit',
    title: 'cards:columns.limit',
    num: true,
    sort: 'maxtransactions',
    cell: (card) => <Limit limit={card.maxtransactions} />,
  },
  {
    id: 'expiry',
    title: 'cards:columns.expiry',
    sort: 'expiry',
    cell: (card) => <Moment at={card.expiry} />,
  },
  {
    id: 'parent',
    title: 'cards:columns.parent',
    sort: 'parentcode',
    hidden: true,
    cell: (card) =>
      card.parentcode ? <Identity value={card.parentcode} /> : <span className="muted">–</span>,
  },
  {
    id: 'lastused',
    title: 'cards:columns.lastUsed',
    sort: 'lastused',
    narrow: 'value',
    cell: (card) => <Ago at={card.lastused} />,
  },
  {
    id: 'client',
    title: 'cards:columns.client',
    hidden: true,
    cell: (card) => card.clientname ?? <span className="muted">–</span>,
  },
  {
    id: 'created',
    title: 'cards:columns.created',
    sort: 'created',
    hidden: true,
    cell: (card) => <Moment at={card.created} />,
  },
]
