import { transactionSum } from '@stationmaster/contract'
import { Link } from 'react-router'
import {
  AuthorizationStatusChip,
  type Card,
  CardType,
  Limit,
  TokenType,
} from '../../../features/cards/card-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Ago, Moment } from '../../../ui/time/moment.tsx'

/** Validity, limits, client, use and notes of a card as label and value. */
export function CardFacts({ card }: { card: Card }) {
  const t = useTexts('cards')
  const format = useFormat()
  const { data: use } = useEndpoint(
    transactionSum,
    { filter: { cardid: card.id } },
    { hints: ['transaction.started', 'transaction.stopped'] },
  )
  const { client, clientname, parentcode, label, tags, description } = card
  return (
    <KeyValues
      rows={[
        [t('columns.status'), <AuthorizationStatusChip key="status" card={card} />],
        [t('columns.code'), <Identity key="code" value={card.code} copy />],
        [t('columns.type'), <CardType key="type" code={card.typecode} />],
        [t('columns.tokenType'), <TokenType key="token" type={card.tokentype} />],
        client !== null && [
          t('columns.client'),
          <Link key="client" to={addressOf('/crm/client', [client])}>
            {clientname}
          </Link>,
        ],
        [
          t('columns.expiry'),
          card.expiry === null ? t('unlimited') : <Moment key="expiry" at={card.expiry} />,
        ],
        parentcode !== null && [t('columns.parent'), <Identity key="parent" value={parentcode} />],
        [t('columns.active'), format.number(card.activetransactions)],
        [t('columns.limit'), <Limit key="limit" limit={card.maxtransactions} />],
        [t('columns.lastUsed'), <Ago key="used" at={card.lastused} />],
        [t('page.sessions'), use && format.number(use.count)],
        [t('page.energy'), use && format.energy(use.sum)],
        label !== null && [t('fields.label'), <bdi key="label">{label}</bdi>],
        tags.length > 0 && [t('fields.tags'), <bdi key="tags">{tags.join(', ')}</bdi>],
        description !== null && [t('fields.description'), <bdi key="description">{description}</bdi>],
        [t('columns.created'), <Moment key="created" at={card.created} />],
      ]}
    />
  )
}
