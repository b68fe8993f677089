import { cardSet } from '@stationmaster/contract'
import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { CardDialog } from '../../../features/cards/card-dialog.tsx'
import { CardMenu, useCardAction } from '../../../features/cards/card-menu.tsx'
import { useCardList } from '../../../features/cards/use-card-list.ts'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import station from '../station/station.module.css'

const where = { ...listParameters, add: flag() }

/** The cards of the client. */
export function ClientCards({ client }: { client: Client }) {
  const t = useTexts('clients')
  const tCards = useTexts('cards')
  const mayAdd = useMay()(cardSet, { id: null }) && client.statecode !== 'deleted'
  const [at, go] = useAddress(where)
  const [edited, setEdited] = useState<Card | null>(null)
  const act = useCardAction()
  const filter = { client: client.id }
  const cards = useCardList({ name: 'client-cards', where, at, go, filter, order: ['name', 'code'] })
  const add = (): void => go({ add: true }, { push: true })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={cards}
        label={t('tabs.cards')}
        file={`cards-${client.code}`}
        placeholder={tCards('filter')}
        empty={
          <Empty
            icon={<IconCreditCard size={28} stroke={1.5} />}
            title={t('cards.empty')}
            lead={t('cards.emptyLead')}
            action={mayAdd && <Button onClick={add}>{tCards('add')}</Button>}
          />
        }
        rowName={(card) => card.code}
        href={(card) => addressOf('/crm/card', [card.id])}
        renderMenu={(card) => <CardMenu card={card} onEdit={() => setEdited(card)} onAct={act} />}
      />
      {edited && <CardDialog card={edited} onClose={() => setEdited(null)} />}
      {at.add && mayAdd && (
        <CardDialog
          card={null}
          client={{ client: client.id, clientname: client.name }}
          onClose={() => go({ add: false })}
        />
      )}
    </div>
  )
}
