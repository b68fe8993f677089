import type { AnswerOf, cardImportCheck, cardImportRun } from '@stationmaster/contract'

/** Files with new objects, as the server checks and imports them. */
export { maxImportBytes, maxImportRows } from '@stationmaster/contract'

/** Endpoints of a class; those of all classes have the same body and answer. */
export interface ImportEndpoints {
  check: typeof cardImportCheck
  run: typeof cardImportRun
}

export type ImportCheck = AnswerOf<typeof cardImportCheck>
