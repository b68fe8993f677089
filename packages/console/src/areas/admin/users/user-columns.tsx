import { type adminUserList, type AnswerOf, interfaceCodes } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import {
  agoColumn,
  codeColumn,
  momentColumn,
  numberColumn,
  stateChip,
  stateColumn,
  textColumn,
} from '../../../ui/table/column-kinds.tsx'
import type { Column, FileTexts } from '../../../ui/table/columns.ts'
import { wordsOf } from '../../../ui/table/file-sheet.ts'

export type User = AnswerOf<typeof adminUserList>[number]

export const UserState = stateChip<User['statecode']>({
  tones: { open: 'busy', active: 'good', locked: 'bad', expired: 'warn', deleted: 'calm' },
  word: (state) => `admin:users.states.${state}`,
})

/** The role of a user: the interface, or administrator. */
export function UserRole({ user }: { user: Pick<User, 'admin' | 'interfacecode'> }) {
  const t = useTexts('admin')
  return user.admin ? t('users.interfaces.administrator') : t(`users.interfaces.${user.interfacecode}`)
}

export function YesNo({ yes }: { yes: boolean }) {
  const t = useTexts()
  return yes ? t('ui.yes') : <span className="muted">{t('ui.no')}</span>
}

const roleWords = wordsOf(interfaceCodes, (code, { text }) => text(`admin:users.interfaces.${code}`))
const yesNoWords = ({ text }: FileTexts) => ({ true: text('shell:ui.yes'), false: text('shell:ui.no') })

export const userColumns: readonly Column<User>[] = [
  codeColumn('username', 'admin:users.username', { min: 150, narrow: 'title' }),
  textColumn('name', 'admin:users.name', { min: 140, narrow: 'subtitle' }),
  stateColumn('statecode', 'admin:users.state', { id: 'state', Chip: UserState }),
  {
    id: 'role',
    title: 'admin:users.role',
    sort: 'interfacecode',
    file: [
      { field: 'interfacecode', words: roleWords },
      { field: 'admin', title: 'admin:users.interfaces.administrator', words: yesNoWords },
    ],
    cell: (user) => <UserRole user={user} />,
  },
  agoColumn('lastactivity', 'admin:users.lastActivity', { id: 'active', narrow: 'value' }),
  textColumn('email', 'admin:users.email'),
  textColumn('accountname', 'admin:users.organisation', { id: 'organisation' }),
  {
    id: 'factor',
    title: 'admin:users.factor',
    file: [{ field: 'totp', words: yesNoWords }],
    cell: (user) => <YesNo yes={user.totp} />,
  },
  numberColumn('sessions', 'admin:users.sessions', { sort: false, hidden: true }),
  momentColumn('created', 'admin:users.created', { hidden: true }),
]
