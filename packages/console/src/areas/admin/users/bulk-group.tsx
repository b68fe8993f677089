import { groupList } from '@stationmaster/contract'
import { useState } from 'react'
import { useGroupName } from '../../../features/people/group-name.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog, LeaveButton } from '../../../ui/feedback/dialog.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { isJoinable } from '../groups/group-words.ts'
import type { Person, BulkTask } from './bulk-task.ts'

/** Selects the group that users are added to. */
export function BulkGroup({
  people,
  onChosen,
  onClose,
}: {
  people: readonly Person[]
  onChosen: (task: BulkTask) => void
  onClose: () => void
}) {
  const t = useTexts('admin')
  const groups = useEndpoint(groupList, { reclimit: 1000, orderby: ['name'] })
  const nameOf = useGroupName()
  const [group, setGroup] = useState<string | null>(null)
  return (
    <Dialog
      title={t('users.bulk.title', { action: t('users.bulk.into'), count: people.length })}
      onClose={onClose}
      footer={
        <>
          <LeaveButton>{t('ui.cancel')}</LeaveButton>
          <Button
            kind="primary"
            disabled={group === null || people.length === 0}
            onClick={() => {
              const chosen = groups.data?.find(({ id }) => id === group)
              if (chosen)
                onChosen({
                  title: t('users.bulk.title', { action: nameOf(chosen), count: people.length }),
                  people,
                  action: { group: chosen.id },
                })
            }}
          >
            {t('ui.add')}
          </Button>
        </>
      }
    >
      <Stack>
        {groups.error && <Failure small error={groups.error} onRetry={() => void groups.refetch()} />}
        <SelectField
          label={t('groups.one')}
          placeholder={t('groups.pick')}
          searchable
          data-autofocus
          value={group}
          onChange={setGroup}
          data={(groups.data ?? []).filter(isJoinable).map((one) => ({ value: one.id, label: nameOf(one) }))}
        />
      </Stack>
    </Dialog>
  )
}
