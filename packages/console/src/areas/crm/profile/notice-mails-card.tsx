import { maxNoticeMails, noticeMailChoices, userProfileGet, userSet } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'

/** Notifications that are also sent by email; needs a confirmed address. */
export function NoticeMailsCard() {
  const t = useTexts('profile')
  const found = useEndpoint(userProfileGet, {})
  const save = useChange(userSet)
  const choose = (code: string | null): void => {
    const chosen = noticeMailChoices.find((choice) => choice === code)
    if (chosen) save.mutate({ noticemails: chosen })
  }
  return (
    <Card title={t('noticeMails.title')}>
      {found.data ? (
        <Stack gap={4}>
          {save.error && <Failure small error={save.error} title={t('ui.saveFailed')} />}
          <SelectField
            label={t('noticeMails.label')}
            description={
              found.data.emailconfirmed
                ? t('noticeMails.limit', { most: maxNoticeMails })
                : t('noticeMails.unconfirmed')
            }
            maw={420}
            disabled={!found.data.emailconfirmed || save.isPending}
            value={found.data.noticemails}
            onChange={choose}
            data={noticeMailChoices.map((value) => ({ value, label: t(`noticeMails.choices.${value}`) }))}
          />
        </Stack>
      ) : (
        <Unloaded small query={found} rows={1} rowHeight={52} />
      )}
    </Card>
  )
}
