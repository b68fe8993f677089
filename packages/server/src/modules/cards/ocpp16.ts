import { toWireText } from '@stationmaster/ocpp'
import type { Facts, KnownCard } from '../../shared/facts.ts'
import type { StationModule16, StationConnection } from '../../shared/station-connection.ts'
import { cardStatus, idTagInfo } from './card.ts'
import { foldCode } from './card-code.ts'

/** Records that a tag was presented: as a card's last use, or as a tag that belongs to no card. */
export function noteTag(
  facts: Facts,
  session: StationConnection,
  tag: { code: string; folded: string; card: KnownCard | null; at: Date },
): void {
  const { id: stationId, accountId } = session.station
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
    Authorize: (session, request, call) => {
      const { accountId } = session.station
      const folded = foldCode(request.idTag)
      return {
        needs: { cards: [{ accountId, folded }] },
        decide: (facts, found) => {
          const card = found.card(accountId, folded)
          noteTag(facts, session, { code: request.idTag, folded, card, at: call.receivedAt })
          return { idTagInfo: idTagInfo(card, cardStatus(card, call.receivedAt)) }
        },
      }
    },
  }) satisfies StationModule16
