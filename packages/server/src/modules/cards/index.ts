// Cards: who may charge. A card is what a driver presents; its code is the idTag that stations send. Not
// here: prices of a charge, and the local lists of stations (local-lists).
import type { Quotas } from '../accounts/index.ts'
import type { Methods } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { cardSubject } from './card-subject.ts'
import { cardsHttp } from './http.ts'
import { cards16 } from './ocpp16.ts'

export { cardStatus, idTagInfo, startStatus, type CardStatus } from './card.ts'
export { foldCode } from './card-code.ts'
export { cardSource, visibleCards } from './list-store.ts'
export { compareWithCards } from './listed-cards-store.ts'
export { recordTag } from './ocpp16.ts'

export const registerCards = (ctx: ModuleContext, deps: { quotas: Quotas; methods: Methods }) => ({
  handlers: cardsHttp({ ...ctx, ...deps }),
  stationHandlers: cards16(),
  subjects: [cardSubject(deps.quotas)],
})
