import { errorMessage } from '@stationmaster/contract'
import { toWireText } from '@stationmaster/ocpp'
import { addEvent } from '../../shared/station-event.ts'
import type { Facts, KnownCard } from '../../shared/facts.ts'
import type { ReceivedCall, StationModule16, StationConnection } from '../../shared/station-connection.ts'
import { type Authorization, authorize, type Deciders } from './authorize.ts'
import { foldCode, idTagInfo } from './card.ts'

/** Records a presented tag: as the last use of its card, or as an unknown tag. */
export function recordTag(
  facts: Facts,
  connection: StationConnection,
  tag: { code: string; folded: string; card: KnownCard | null; at: Date },
): void {
  const { id: stationId, accountId } = connection.station
  const at = tag.at.toISOString()
  if (tag.card) facts.add('cardUses', { cardId: tag.card.id, at })
  else if (tag.folded !== '') {
    const code = toWireText(tag.code.slice(0, 255))
    facts.add('unknownTags', {
      accountId,
      code,
      codeFolded: toWireText(tag.folded.slice(0, 255)),
      stationId,
      at,
    })
  }
}

/** Note of a remote start whose card was refused. OCPP 1.6, 7.2: Authorize is never answered ConcurrentTx. */
const refusalNotes = {
  Blocked: 'command.card_blocked',
  Expired: 'command.card_expired',
  Invalid: 'command.card_invalid',
} as const

/** Notes at the remote start that a refused card belongs to, if any, why no transaction will follow. */
function recordRefusal(
  facts: Facts,
  { id: stationId, accountId }: StationConnection['station'],
  { folded, status, ruleId, isBalanceTooLow, at }: Authorization & { folded: string; at: Date },
): void {
  if (status === 'Accepted' || status === 'ConcurrentTx') return
  const noteCode = isBalanceTooLow
    ? 'command.card_balance_too_low'
    : ruleId === null
      ? refusalNotes[status]
      : 'command.card_refused_by_rule'
  facts.add('refusedCards', {
    stationId,
    codeFolded: toWireText(folded),
    note: errorMessage(noteCode),
    noteCode,
    at: at.toISOString(),
  })
  facts.hint(accountId, { kind: 'command.changed', station: stationId })
}

/** Adds a refused authorization to the activity. */
export function addRefusal(
  facts: Facts,
  { connection, call }: ReceivedCall,
  refusal: Authorization & {
    code: string
    card: KnownCard | null
    action: 'Authorize' | 'StartTransaction'
    evseNo?: number | null
    transactionNumber?: number
  },
): void {
  const { code, card, status, ruleId, isBalanceTooLow, action, ...at } = refusal
  addEvent(facts, connection.station, {
    kind: 'authorization_refused',
    at: call.receivedAt,
    messageId: toWireText(call.id),
    cardId: card?.id ?? null,
    idTag: toWireText(code.slice(0, 255)),
    details: { status, action, rule: ruleId, ...(isBalanceTooLow && { reason: 'balance_too_low' }) },
    ...at,
  })
}

/** Handlers of the OCPP 1.6 messages about cards. */
export const cards16 = (deciders: Deciders) =>
  ({
    Authorize: (connection, request, call) => {
      const { accountId } = connection.station
      const folded = foldCode(request.idTag)
      return {
        requires: { cards: [{ accountId, folded }] },
        decide: (facts, found) => {
          const card = found.card(accountId, folded)
          const { station } = connection
          const { receivedAt: at } = call
          const authorization = authorize(deciders, card, { station, now: at })
          recordTag(facts, connection, { code: request.idTag, folded, card, at })
          recordRefusal(facts, station, { folded, ...authorization, at })
          const { idTag: code } = request
          const { status } = authorization
          if (status !== 'Accepted')
            addRefusal(facts, { connection, call }, { code, card, ...authorization, action: 'Authorize' })
          return { idTagInfo: idTagInfo(card, status) }
        },
      }
    },
  }) satisfies StationModule16
