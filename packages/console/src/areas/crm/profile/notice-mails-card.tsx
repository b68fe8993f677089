import { maxNoticeMails, noticeMailChoices, userProfileGet, userSet } from '@stationmaster/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure, Loading } from '../../../ui/feedback/feedback.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'

/** Notifications that are also sent by email; needs a confirmed address. */
export function NoticeMailsCard() {
  const t = useTexts('profile')
  const tShell = useTexts()
  const queries = useQueryClient()
  const found = useQuery(endpointQuery(userProfileGet, {}))
  const save = useMutation({
    mutationFn: (noticemails: (typeof noticeMailChoices)[number]) => call(userSet, { noticemails }),
    onSuccess: () => {
      toast(tShell('ui.saved'))
      void queries.invalidateQueries({ queryKey: [userProfileGet.subject] })
    },
  })
  const choose = (code: string | null): void => {
    const chosen = noticeMailChoices.find((choice) => choice === code)
    if (chosen) save.mutate(chosen)
  }
  return (
    <Card title={t('noticeMails.title')}>
      {found.data ? (
        <Stack gap={4}>
          {save.error && <Failure small error={save.error} title={tShell('ui.saveFailed')} />}
          <SelectField
            label={t('noticeMails.label')}
            description={
              found.data.emailconfirmed
                ? t('noticeMails.limit', { most: maxNoticeMails })
                : t('noticeMails.unconfirmed')
            }
            maw={420}
            allowDeselect={false}
            disabled={!found.data.emailconfirmed || save.isPending}
            value={found.data.noticemails}
            onChange={choose}
            data={noticeMailChoices.map((value) => ({ value, label: t(`noticeMails.choices.${value}`) }))}
          />
        </Stack>
      ) : found.error ? (
        <Failure small error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading rows={1} rowHeight={52} />
      )}
    </Card>
  )
}
