import { type AnswerOf, type cardList, cardTypes, cardVerdicts, tokenTypes } from '@stationmaster/contract'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import {
  agoColumn,
  codeColumn,
  momentColumn,
  none,
  numberColumn,
  textColumn,
} from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

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
  return (
    <ToneChip tone={tones[word]}>
      {name ?? t(`statuses.${statecode === 'lost' && word === 'Blocked' ? 'Lost' : word}`)}
    </ToneChip>
  )
}

export function CardType({ code }: { code: string }) {
  const t = useTexts('cards')
  const given = useCustomLabels('type')
  const ours = code === 'rfid' || code === 'credit' || code === 'plastic' ? t(`types.${code}`) : code
  return given('card', code) ?? ours
}

export function TokenType({ type }: { type: Card['tokentype'] }) {
  const t = useTexts('cards')
  return t(type ? `tokenTypes.${type}` : 'anyTokenType')
}

export function Limit({ limit }: { limit: number }) {
  const t = useTexts('cards')
  return limit === 0 ? t('unlimited') : limit
}

const verdictWords = wordsOf(cardVerdicts, (code, { text }) => text(`cards:statuses.${code}`))
export const typeWords = wordsOf(
  cardTypes,
  (code, { text, custom }) => custom('type', 'card', code) ?? text(`cards:types.${code}`),
)
export const tokenTypeWords = wordsOf(tokenTypes, (code, { text }) => text(`cards:tokenTypes.${code}`))

export const cardColumns: readonly Column<Card>[] = [
  codeColumn('code', 'cards:columns.code', { min: 170, narrow: 'title' }),
  {
    id: 'name',
    title: 'cards:columns.name',
    sort: 'name',
    file: [{ field: 'name' }, { field: 'label', title: 'exports:label' }],
    narrow: 'subtitle',
    cell: (card) => card.name ?? card.label ?? none,
  },
  {
    id: 'verdict',
    title: 'cards:columns.status',
    narrow: 'badge',
    file: [{ field: 'verdict', words: verdictWords }],
    cell: (card) => <AuthorizationStatusChip card={card} />,
  },
  {
    id: 'type',
    title: 'cards:columns.type',
    sort: 'typecode',
    file: [{ field: 'typecode', words: typeWords }],
    cell: (card) => <CardType code={card.typecode} />,
  },
  {
    id: 'tokentype',
    title: 'cards:columns.tokenType',
    sort: 'tokentype',
    file: [{ field: 'tokentype', words: tokenTypeWords }],
    hidden: true,
    cell: (card) => <TokenType type={card.tokentype} />,
  },
  numberColumn('activetransactions', 'cards:columns.active', { id: 'active', sort: false }),
  {
    id: 'limit',
    title: 'cards:columns.limit',
    num: true,
    sort: 'maxtransactions',
    file: [{ field: 'maxtransactions', words: ({ text }) => ({ 0: text('cards:unlimited') }) }],
    cell: (card) => <Limit limit={card.maxtransactions} />,
  },
  momentColumn('expiry', 'cards:columns.expiry'),
  codeColumn('parentcode', 'cards:columns.parent', { id: 'parent', hidden: true }),
  agoColumn('lastused', 'cards:columns.lastUsed', { narrow: 'value' }),
  textColumn('clientname', 'cards:columns.client', { id: 'client', sort: false, hidden: true }),
  momentColumn('created', 'cards:columns.created', { hidden: true }),
]
