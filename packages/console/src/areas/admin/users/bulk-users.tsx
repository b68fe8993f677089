import { adminUserList } from '@stationmaster/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { Menu } from '../../../ui/menu.tsx'
import { countOf } from '../../../ui/table/selection.ts'
import type { PagedList } from '../../../ui/table/use-paged-list.ts'
import type { Person, BulkTask } from './bulk-task.ts'
import type { UserAction } from './user-actions.ts'

const BulkRun = lazy(async () => ({ default: (await import('./bulk-run.tsx')).BulkRun }))
const BulkGroup = lazy(async () => ({ default: (await import('./bulk-group.tsx')).BulkGroup }))

/** Users in one run at most: as many as a filter can have values. */
const maxUsers = 1000
const actions = ['lock', 'unlock', 'password', 'signOut', 'delete'] as const satisfies readonly UserAction[]

/** The list of users, as far as the actions need it. */
export type ChosenUsers = Pick<PagedList<never, never>, 'selection' | 'matching' | 'total'>

/** Runs one action for all selected users, one after another, and lists who was refused and why. */
export function BulkUsers({ users }: { users: ChosenUsers }) {
  const t = useTexts('admin')
  const self = useUser()?.userid
  const [task, setTask] = useState<BulkTask | null>(null)
  const [choosing, setChoosing] = useState<Person[] | null>(null)
  const { selection, total } = users
  const count = countOf(selection, total)
  const find = useMutation({
    mutationFn: () => peopleOf(users),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  const begin = (action: (typeof actions)[number] | 'into') =>
    find.mutate(undefined, {
      onSuccess: async (found) => {
        const people = found.filter(({ id }) => id !== self)
        if (action === 'into') return setChoosing(people)
        const word = t(`users.acts.${action}`)
        const question = {
          title: t('users.bulk.title', { action: word, count: people.length }),
          lead: [
            t('users.count', { count: people.length }) + '.',
            ...(people.length < found.length ? [t('users.bulk.skipped')] : []),
            ...(action === 'delete' ? [t('ui.cannotUndo')] : []),
          ].join(' '),
          action: word,
          danger: action === 'delete',
          count: people.length,
        }
        if (people.length > 0 && (await confirm(question))) setTask({ title: question.title, people, action })
      },
    })
  const why = count > maxUsers ? t('users.bulk.most', { count: maxUsers }) : undefined
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            small
            icon={<IconChevronDown size={14} />}
            loading={find.isPending}
            disabled={why !== undefined}
            title={why}
            aria-description={why}
          >
            {t('users.actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => begin('into')}>{t('users.bulk.into')}</Menu.Item>
          {actions.map((action) => (
            <Menu.Item
              key={action}
              color={action === 'delete' ? 'red' : undefined}
              onClick={() => begin(action)}
            >
              {t(`users.acts.${action}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {why && <span className="muted">{why}</span>}
      <Suspense>
        {choosing && (
          <BulkGroup
            people={choosing}
            onClose={() => setChoosing(null)}
            onChosen={(chosen) => {
              setChoosing(null)
              setTask(chosen)
            }}
          />
        )}
        {task && <BulkRun task={task} onClose={() => setTask(null)} />}
      </Suspense>
    </>
  )
}

async function peopleOf({ selection: { all, ids, except }, matching }: ChosenUsers): Promise<Person[]> {
  const question = all ? matching : { filter: { id: [...ids] } }
  const found = await call(adminUserList, {
    ...question,
    orderby: ['username'],
    reclimit: maxUsers + except.size,
  })
  return found.filter(({ id }) => !except.has(id)).map(({ id, username }) => ({ id, username }))
}
