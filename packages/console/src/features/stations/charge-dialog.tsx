import {
  type AnswerOf,
  commandGet,
  type CommandNote,
  connectorStart,
  type transactionList,
} from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { StationRequestDialog } from './station-request-dialog.tsx'
import { CardField, useCardProblem } from './card-field.tsx'
import { type Connector, useNewestSession } from './station-queries.ts'

/**
 * Requests the station to start charging on a connector for a card, and waits for the start: acceptance alone
 * starts nothing. `connector` is the row that is kept up to date.
 */
export function ChargeDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const word = useTermWord()
  const problem = useCardProblem()
  const [card, setCard] = useState('')
  const [error, setError] = useState<string | null>(null)
  const newest = useNewestSession(connector)
  // The newest transaction at the time of the request: another one is the requested one.
  const [before, setBefore] = useState<string | null>(null)
  const start = useMutation({
    mutationFn: () => call(connectorStart, { id: connector.id, card: card.trim() }),
  })
  const note = useNote(start.data?.command)
  const begun = start.data && newest !== null && newest.id !== before ? newest : null
  const number = connector.connectorid
  const isPlugged = connector.statecode === 'preparing'
  const refusal = begun ? refusalOf(begun) : note && refusalNotes[note]
  const failure = (): string | null => {
    if (refusal) return t(`charge.cardRefused.${refusal}`, { card: card.trim() })
    if (begun && begun.datestop !== null)
      return t('charge.endedImmediately', {
        reason: begun.reason === null ? '–' : word('reason', begun.reason),
        decision: word('status', begun.decision),
      })
    return note === null ? null : t('charge.notStarted')
  }
  return (
    <StationRequestDialog
      title={t('charge.title', { number })}
      action={t('acts.charge')}
      request={() => {
        setBefore(newest?.id ?? null)
        return start.mutateAsync()
      }}
      check={() => {
        const wrong = problem(card)
        setError(wrong)
        return wrong === null
      }}
      refused={t('charge.refused')}
      doneMessage={t('charge.begun', { number })}
      followUp={{
        waiting: t('charge.waiting'),
        hint: t(isPlugged ? 'charge.hintPlugged' : 'charge.hintPlug'),
        done: begun !== null && begun.datestop === null && !refusal,
        doneMessage: t('charge.begun', { number }),
        failure: failure(),
        nextStep: refusal && (
          <LinkButton small to={addressOf('/crm/card', [card.trim()])}>
            {t('charge.toCards')}
          </LinkButton>
        ),
      }}
      onClose={onClose}
    >
      <CardField
        value={card}
        error={error}
        onChange={(code) => {
          setCard(code)
          setError(null)
        }}
      />
    </StationRequestDialog>
  )
}

/** Authorization statuses that refuse a card. */
const refusals = ['Blocked', 'Expired', 'Invalid', 'ConcurrentTx'] as const
type CardRefusal = (typeof refusals)[number] | 'Rule' | 'Balance'

const refusalOf = ({
  decision,
  accessrule,
  refusalreason,
}: Pick<AnswerOf<typeof transactionList>[number], 'decision' | 'accessrule' | 'refusalreason'>):
  | CardRefusal
  | undefined => {
  if (refusalreason !== null) return 'Balance'
  return accessrule === null ? refusals.find((refusal) => refusal === decision) : 'Rule'
}

const refusalNotes: Readonly<Record<string, CardRefusal>> = {
  'command.card_blocked': 'Blocked',
  'command.card_expired': 'Expired',
  'command.card_invalid': 'Invalid',
  'command.card_refused_by_rule': 'Rule',
  'command.card_balance_too_low': 'Balance',
} satisfies Partial<Record<CommandNote, CardRefusal>>

/**
 * Returns the code of what the server noted about a command: that the station asked about the card and it was
 * refused, or that nothing followed the acceptance (after two minutes).
 */
function useNote(command: string | undefined): string | null {
  const found = useEndpoint(
    commandGet,
    { id: command ?? '' },
    { hints: ['command.changed'], enabled: command !== undefined },
  )
  return found.data?.notecode ?? null
}
