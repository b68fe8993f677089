import {
  adminSessionEnd,
  adminSessionList,
  adminUserDelete,
  adminUserLock,
  adminUserPasswordExpire,
  adminUserTotpRemove,
  adminUserUnlock,
  userCan,
} from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { toast, toastUndo } from '../../../lib/toasts.ts'
import type { User } from './user-columns.tsx'

export type UserAction = 'lock' | 'unlock' | 'delete' | 'password' | 'factor' | 'signOut'

export const actionCalls: Record<UserAction, (id: string) => Promise<unknown>> = {
  lock: (id) => call(adminUserLock, { id }),
  unlock: (id) => call(adminUserUnlock, { id }),
  delete: (id) => call(adminUserDelete, { id }),
  password: (id) => call(adminUserPasswordExpire, { id }),
  factor: (id) => call(adminUserTotpRemove, { id }),
  signOut: endSessions,
}

/** One after another: the first asks for a fresh sign-in, the others need none. */
async function endSessions(userid: string): Promise<void> {
  const sessions = await call(adminSessionList, { filter: { userid } })
  for (const { id } of sessions) await call(adminSessionEnd, { id })
}

/** Returns the actions that the state of a user allows; users cannot lock or delete themselves (`self`). */
export function actionsFor(user: User, self: string | undefined): UserAction[] {
  const may = (action: 'lock' | 'unlock' | 'delete') =>
    (action === 'unlock' || user.id !== self) &&
    (userCan[action] as readonly string[]).includes(user.statecode)
  const isClosed = user.statecode === 'locked' || user.statecode === 'expired' || user.lockeduntil !== null
  return [
    ...(may('unlock') && isClosed ? (['unlock'] as const) : []),
    ...(may('lock') ? (['lock'] as const) : []),
    ...(user.sessions > 0 ? (['signOut'] as const) : []),
    ...(user.statecode === 'deleted' || user.passwordchange ? [] : (['password'] as const)),
    ...(user.totp ? (['factor'] as const) : []),
    ...(may('delete') ? (['delete'] as const) : []),
  ]
}

/**
 * Returns a function that runs an action. Blocking can be undone immediately; actions that end sessions or
 * cannot be undone are confirmed first.
 */
export function useUserAction(): (user: User, action: UserAction) => Promise<void> {
  const t = useTexts('admin')
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: ({ id, action }: { id: string; action: UserAction }) => actionCalls[action](id),
    onSettled: () => queries.invalidateQueries({ queryKey: [adminUserLock.subject] }),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  return async (user, action) => {
    const asks = action !== 'lock' && action !== 'unlock'
    const question = {
      title: t(`users.acts.${action}`),
      lead: asks ? t(`users.effects.${action}`, { name: user.name }) : '',
      action: t(`users.acts.${action}`),
      danger: action === 'delete',
    }
    if (asks && !(await confirm(question))) return
    run.mutate(
      { id: user.id, action },
      {
        onSuccess: () => {
          if (action === 'lock')
            toastUndo(t('users.locked', { name: user.name }), () =>
              run.mutate({ id: user.id, action: 'unlock' }),
            )
          else toast(t('ui.done'))
        },
      },
    )
  }
}
