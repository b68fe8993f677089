import type { adminUserList, AnswerOf } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Ago, Moment } from '../../../ui/time/moment.tsx'

export type User = AnswerOf<typeof adminUserList>[number]

const tones: Record<User['statecode'], Tone> = {
  open: 'busy',
  active: 'good',
  locked: 'bad',
  expired: 'warn',
  deleted: 'calm',
}

export function UserState({ state }: { state: User['statecode'] }) {
  const t = useTexts('admin')
  return <ToneChip tone={tones[state]}>{t(`users.states.${state}`)}</ToneChip>
}

/** The role of a user: the interface, or administrator. */
export function UserRole({ user }: { user: Pick<User, 'admin' | 'interfacecode'> }) {
  const t = useTexts('admin')
  return user.admin ? t('users.interfaces.administrator') : t(`users.interfaces.${user.interfacecode}`)
}

export function YesNo({ yes }: { yes: boolean }) {
  const tShell = useTexts()
  return yes ? tShell('ui.yes') : <span className="muted">{tShell('ui.no')}</span>
}

export const userColumns: readonly Column<User>[] = [
  {
    id: 'username',
    title: 'admin:users.username',
    sort: 'username',
    min: 150,
    narrow: 'title',
    cell: (user) => <Identity value={user.username} />,
  },
  {
    id: 'name',
    title: 'admin:users.name',
    sort: 'name',
    min: 140,
    narrow: 'subtitle',
    cell: (user) => <bdi>{user.name}</bdi>,
  },
  {
    id: 'state',
    title: 'admin:users.state',
    sort: 'statecode',
    narrow: 'badge',
    cell: (user) => <UserState state={user.statecode} />,
  },
  { id: 'role', title: 'admin:users.role', sort: 'interfacecode', cell: (user) => <UserRole user={user} /> },
  {
    id: 'active',
    title: 'admin:users.lastActivity',
    sort: 'lastactivity',
    narrow: 'value',
    cell: (user) => <Ago at={user.lastactivity} />,
  },
  {
    id: 'email',
    title: 'admin:users.email',
    sort: 'email',
    cell: (user) => (user.email ? <bdi>{user.email}</bdi> : <span className="muted">–</span>),
  },
  {
    id: 'organisation',
    title: 'admin:users.organisation',
    sort: 'accountname',
    cell: (user) => <bdi>{user.accountname}</bdi>,
  },
  { id: 'factor', title: 'admin:users.factor', cell: (user) => <YesNo yes={user.totp} /> },
  {
    id: 'sessions',
    title: 'admin:users.sessions',
    num: true,
    hidden: true,
    cell: (user, { format }) => format.number(user.sessions),
  },
  {
    id: 'created',
    title: 'admin:users.created',
    sort: 'created',
    hidden: true,
    cell: (user) => <Moment at={user.created} />,
  },
]
