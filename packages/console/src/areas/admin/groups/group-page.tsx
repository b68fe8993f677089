import { type AnswerOf, groupDelete, groupGet } from '@stationmaster/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useGroupName } from '../../../features/people/group-name.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { useGroupDescription } from './group-words.ts'
import { GroupMembers } from './group-members.tsx'

const GroupDialog = lazy(async () => ({ default: (await import('./group-dialog.tsx')).GroupDialog }))

/** One group and its members. */
export function GroupPage({ id }: { id: string }) {
  const t = useTexts('admin')
  const found = useEndpoint(groupGet, { id }, { hints: ['user.changed'] })
  useHeadingFocus(id)
  const crumbs = [{ label: t('groups.title'), to: addressOf('/admin/groups') }]
  const group = found.data
  if (group) return <Shown group={group} crumbs={crumbs} />
  return (
    <Page>
      <PageHead title={t('groups.one')} crumbs={crumbs} />
      <ObjectNotFound
        query={found}
        title={t('groups.notFound')}
        to={addressOf('/admin/groups')}
        link={t('groups.title')}
      />
    </Page>
  )
}

function Shown({
  group,
  crumbs,
}: {
  group: AnswerOf<typeof groupGet>
  crumbs: { label: string; to: string }[]
}) {
  const t = useTexts('admin')
  const navigate = useNavigate()
  const name = useGroupName()(group)
  const about = useGroupDescription()(group)
  const [isEdited, setEdited] = useState(false)
  const remove = useChange(groupDelete, { onSaved: () => void navigate(addressOf('/admin/groups')) })
  const question = { title: t('ui.confirmDeletion'), lead: t('groups.deleteLead', { name }) }
  return (
    <Page fill>
      <PageHead
        title={name}
        crumbs={crumbs}
        facts={
          <>
            <bdi className="mono">{group.code}</bdi>
            <span>{t('groups.memberCount', { count: group.members })}</span>
            <span>{about}</span>
          </>
        }
        actions={
          <>
            <Button icon={<IconPencil size={16} />} onClick={() => setEdited(true)}>
              {t('ui.edit')}
            </Button>
            {!group.system && (
              <Button
                icon={<IconTrash size={16} />}
                loading={remove.isPending}
                onClick={() => void confirm(question).then((yes) => yes && remove.mutate({ id: group.id }))}
              >
                {t('ui.delete')}
              </Button>
            )}
          </>
        }
      />
      {remove.error && <Failure small error={remove.error} title={t('ui.deleteFailed')} />}
      <GroupMembers group={group} />
      <Suspense>{isEdited && <GroupDialog group={group} onClose={() => setEdited(false)} />}</Suspense>
    </Page>
  )
}
