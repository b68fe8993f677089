import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Empty, Instant, Int, Nullable, Text, Words } from './shapes.ts'

/** Comparisons of the verification of the ledger. */
export const ledgerComparisons = ['balance', 'journal', 'total', 'holds'] as const

export const ledgerCheck = endpoint({
  path: '/admin/ledger/check',
  subject: 'Administration',
  summary:
    'Result of the last nightly verification of the ledger, of all accounts; null before the first one',
  may: 'admin',
  use: noClass,
  body: Empty,
  answer: Nullable(
    Type.Object({
      checked: Instant,
      accounts: Int,
      journals: Int,
      transfers: Int,
      mismatches: Int,
      /** The first differences: the comparison, and the id of the account or journal, or the currency. */
      details: Type.Array(Type.Object({ account: Text, what: Words(ledgerComparisons), id: Text })),
    }),
  ),
})
