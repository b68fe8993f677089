import { connectorReserve, maxReservedWh } from '@stationmaster/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { NumberField } from '../../ui/form/fields.tsx'
import { DateTimeField } from '../../ui/time/date-time-field.tsx'
import { StationRequestDialog } from './station-request-dialog.tsx'
import { CardField, useCardProblem } from './card-field.tsx'
import type { Connector } from './station-queries.ts'

/** Specification, section 9: by default a reservation ends 15 minutes from now. */
const defaultMs = 15 * 60_000

/** Smallest energy that the dialog accepts: the tenth of a kWh that lists show. */
const leastKwh = 0.1
const maxKwh = maxReservedWh / 1000

const defaultEnd = (): string => new Date(Date.now() + defaultMs).toISOString()

const none = { card: null, until: null, volume: null }

/** Reserves a connector for a card until a time, with the planned energy. */
export function ReserveDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const format = useFormat()
  const cardProblem = useCardProblem()
  const [card, setCard] = useState('')
  const [until, setUntil] = useState<string | null>(defaultEnd)
  // '' if empty; a string if it is not a number
  const [volume, setVolume] = useState<number | string>('')
  const [wrong, setWrong] = useState<Record<'card' | 'until' | 'volume', string | null>>(none)
  const check = (): boolean => {
    const isPast = until !== null && Date.parse(until) <= Date.now()
    const isVolume = volume === '' || (Number(volume) >= leastKwh && Number(volume) <= maxKwh)
    const found = {
      card: cardProblem(card),
      until: isPast ? t('reserve.past') : null,
      volume: isVolume ? null : t('reserve.wrongVolume', { least: leastKwh, most: maxKwh }),
    }
    setWrong(found)
    return Object.values(found).every((problem) => problem === null)
  }
  const number = connector.connectorid
  return (
    <StationRequestDialog
      title={t('reserve.title', { number })}
      action={t('acts.reserve')}
      request={() =>
        call(connectorReserve, {
          id: connector.id,
          card: card.trim(),
          // Left empty, the reservation lasts the default time from when the server receives it.
          ...(until ? { expirydate: until } : {}),
          ...(volume === '' ? {} : { volume: Math.round(Number(volume) * 1000) }),
        })
      }
      check={check}
      refused={t('reserve.refused')}
      doneMessage={t('reserve.done', { number })}
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
      <NumberField
        label={t('reserve.volume')}
        description={t('reserve.volumeHint')}
        value={volume}
        error={wrong.volume}
        allowNegative={false}
        // of the user's language: a pasted 12,5 must not become 125
        allowedDecimalSeparators={['.', ',']}
        decimalScale={3}
        decimalSeparator={format.decimalSeparator}
        onChange={(kwh) => {
          setVolume(kwh)
          setWrong((before) => ({ ...before, volume: null }))
        }}
      />
    </StationRequestDialog>
  )
}
