import type { AnswerOf, cardImportCheck, cardImportRun, Endpoint } from '@stationmaster/contract'

/** Files with new objects, as the server checks and imports them. */
export { maxImportBytes, maxImportRows } from '@stationmaster/contract'

type OfClass = 'path' | 'subject' | 'use'
/** An endpoint of cards as that of any class. */
type OfAnyClass<CardEndpoint> = Omit<CardEndpoint, OfClass> & Pick<Endpoint, OfClass>

/** Endpoints of a class; those of all classes have the same body and answer. */
export interface ImportEndpoints {
  check: OfAnyClass<typeof cardImportCheck>
  run: OfAnyClass<typeof cardImportRun>
}

export type ImportCheck = AnswerOf<typeof cardImportCheck>
export type ImportResult = AnswerOf<typeof cardImportRun>
