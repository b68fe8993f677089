import { connectorReserve } from '@stationmaster/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { DateTimeField } from '../../ui/time/date-time-field.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { CardField, useCardProblem } from './card-field.tsx'
import type { Connector } from './station-queries.ts'

/** Specification, section 9: a reservation ends a quarter of an hour from now unless one says otherwise. */
const defaultMs = 15 * 60_000

const quarterHence = (): string => new Date(Date.now() + defaultMs).toISOString()

/** Reserves a connector for a card until a time. */
export function ReserveDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const cardProblem = useCardProblem()
  const [card, setCard] = useState('')
  const [until, setUntil] = useState<string | null>(quarterHence)
  const [wrong, setWrong] = useState<{ card: string | null; until: string | null }>({
    card: null,
    until: null,
  })
  const check = (): boolean => {
    const isPast = until !== null && Date.parse(until) <= Date.now()
    const found = { card: cardProblem(card), until: isPast ? t('reserve.past') : null }
    setWrong(found)
    return found.card === null && found.until === null
  }
  const number = connector.connectorid
  return (
    <AskDialog
      title={t('reserve.title', { number })}
      action={t('acts.reserve')}
      ask={() =>
        call(connectorReserve, {
          id: connector.id,
          card: card.trim(),
          // Left empty, it starts to run when the server takes it.
          ...(until ? { expirydate: until } : {}),
        })
      }
      check={check}
      refused={t('reserve.refused')}
      said={t('reserve.done', { number })}
      onClose={onClose}
    >
      <CardField
        value={card}
        error={wrong.card}
        onChange={(code) => {
          setCard(code)
          setWrong((before) => ({ ...before, card: null }))
        }}
      />
      <DateTimeField
        label={t('reserve.until')}
        description={t('reserve.untilHint')}
        value={until}
        error={wrong.until}
        shortcuts
        onChange={(instant) => {
          setUntil(instant)
          setWrong((before) => ({ ...before, until: null }))
        }}
      />
    </AskDialog>
  )
}
