// Cards: who may charge. A card is the thing a driver holds; its code is the idTag that stations tell.
// Not here: what a charge costs, and the lists that stations keep by themselves (local-lists).
export { cardStatus, idTagInfo, startStatus, type CardStatus, type IdTagInfo } from './card.ts'
export { foldCode } from './card-code.ts'
export { cards16, noteTag } from './ocpp16.ts'
export { cardsHttp } from './http.ts'
export { cardSource, visibleCards } from './list-store.ts'
export { compareWithCards } from './listed-cards-store.ts'
export { cardSubject } from './card-subject.ts'
