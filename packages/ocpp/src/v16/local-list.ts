import type { Rows16 } from './rows.ts'

/** Local Auth List Management: cards that a station knows without the central system. */
export const localList = {
  GetLocalListVersion: { from: 'system', block: 'local-list', carriesFact: false },
  SendLocalList: { from: 'system', block: 'local-list', carriesFact: false },
} as const satisfies Rows16<'local-list'>
