import { type AnswerOf, accountTypes, type clientAccountList } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import {
  codeColumn,
  momentColumn,
  moneyColumn,
  stateChip,
  stateColumn,
  textColumn,
} from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

export type ClientAccount = AnswerOf<typeof clientAccountList>[number]

const AccountState = stateChip<ClientAccount['statecode']>({
  tones: { enabled: 'good' },
  word: (state) => `accounts:states.${state}`,
  classCode: 'account',
})

function AccountType({ type }: { type: ClientAccount['typecode'] }) {
  return useTexts('accounts')(`types.${type}`)
}

const typeWords = wordsOf(accountTypes, (type, { text }) => text(`accounts:types.${type}`))

/** Hints after which accounts are fetched again. */
export const accountHints = ['balance.changed', 'client.changed', 'rights.changed'] as const

/** An amount and its currency in files. */
const inFile = (field: string) => [
  { field },
  { field: 'currency', title: 'accounts:columns.currency' as const },
]

export const accountColumns: readonly Column<ClientAccount>[] = [
  textColumn('clientname', 'accounts:columns.client', { id: 'client', min: 180, narrow: 'title' }),
  codeColumn('code', 'accounts:columns.code', { narrow: 'subtitle' }),
  {
    id: 'type',
    title: 'accounts:columns.type',
    sort: 'typecode',
    file: [{ field: 'typecode', words: typeWords }],
    narrow: 'badge',
    cell: ({ typecode }) => <AccountType type={typecode} />,
  },
  moneyColumn('balance', 'accounts:columns.balance', { narrow: 'value', file: inFile('balance') }),
  moneyColumn('held', 'accounts:columns.held', { file: inFile('held') }),
  moneyColumn('creditlimit', 'accounts:columns.creditlimit', {
    hidden: true,
    file: inFile('creditlimit'),
  }),
  textColumn('currency', 'accounts:columns.currency', { hidden: true }),
  stateColumn('statecode', 'accounts:columns.state', { Chip: AccountState, id: 'state', hidden: true }),
  momentColumn('created', 'accounts:columns.created', { hidden: true }),
]
