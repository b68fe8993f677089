import type { AnswerOf, cardImportCheck, cardImportRun, Endpoint } from '@stationmaster/contract'

/** Files with new objects, as the server checks and imports them. */
export { maxImportBytes, maxImportRows } from '@stationmaster/contract'

/** Endpoints of a class; those of all classes have the same body and answer. */
export interface ImportEndpoints {
  check: Pick<typeof cardImportCheck, Exclude<keyof typeof cardImportCheck, 'path' | 'subject' | 'use'>> &
    Pick<Endpoint, 'path' | 'subject' | 'use'>
  run: Pick<typeof cardImportRun, Exclude<keyof typeof cardImportRun, 'path' | 'subject' | 'use'>> &
    Pick<Endpoint, 'path' | 'subject' | 'use'>
}

export type ImportCheck = AnswerOf<typeof cardImportCheck>
export type ImportResult = AnswerOf<typeof cardImportRun>
