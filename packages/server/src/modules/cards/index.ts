// Cards: who may charge. A card is what a driver presents; its code is the idTag that stations send. Not
// here: prices of a charge, and the local lists of stations (local-lists).
export { cardStatus, idTagInfo, startStatus, type CardStatus, type IdTagInfo } from './card.ts'
export { foldCode } from './card-code.ts'
export { cards16, recordTag } from './ocpp16.ts'
export { cardsHttp } from './http.ts'
export { cardSource, visibleCards } from './list-store.ts'
export { compareWithCards } from './listed-cards-store.ts'
export { cardSubject } from './card-subject.ts'
