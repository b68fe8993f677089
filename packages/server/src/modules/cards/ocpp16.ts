import { toWireText } from '@stationmaster/ocpp'
import type { Facts, KnownCard } from '../../shared/facts.ts'
import type { StationModule16, StationConnection } from '../../shared/station-connection.ts'
import { cardStatus, foldCode, idTagInfo } from './card.ts'

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

/** Handlers of the OCPP 1.6 messages about cards. */
export const cards16 = () =>
  ({
    Authorize: (connection, request, call) => {
      const { accountId } = connection.station
      const folded = foldCode(request.idTag)
      return {
        requires: { cards: [{ accountId, folded }] },
        decide: (facts, found) => {
          const card = found.card(accountId, folded)
          recordTag(facts, connection, { code: request.idTag, folded, card, at: call.receivedAt })
          return { idTagInfo: idTagInfo(card, cardStatus(card, call.receivedAt)) }
        },
      }
    },
  }) satisfies StationModule16
