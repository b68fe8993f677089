import { objectAccessList, objectAccessSet, objectLetters } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { AddException } from './add-exception.tsx'
import { flagsOf, marksOf, named, subjectOf } from './marks.ts'
import { type GridRow, RuleGrid } from './rule-grid.tsx'
import { useChange } from '../../../lib/use-change.ts'

type Letter = (typeof objectLetters)[number]

/** Rights of groups and users on single objects of the class that differ from the rest. */
export function ObjectRules({ classCode }: { classCode: string }) {
  const t = useTexts('security')
  const found = useEndpoint(objectAccessList, { class: classCode })
  const save = useChange(objectAccessSet, { done: t('ui.changed') })
  const rows: (GridRow<Letter> & { objectId: string })[] = (found.data ?? []).map((rule) => ({
    key: `${rule.objectid} ${rule.subjectid}`,
    objectId: rule.objectid,
    about: rule.objectlabel ?? rule.objectid,
    subject: subjectOf(rule),
    stored: marksOf(objectLetters, rule),
  }))
  return (
    <Card title={t('object.title')}>
      <Stack gap={4}>
        <p className="muted">{t('object.lead')}</p>
        {found.error && <Failure small error={found.error} onRetry={() => void found.refetch()} />}
        {rows.length > 0 && (
          <RuleGrid
            label={t('object.title')}
            letters={objectLetters}
            rows={rows}
            onSave={({ key, subject }, marks) =>
              save.mutateAsync({
                class: classCode,
                id: rows.find((row) => row.key === key)!.objectId,
                ...named(subject),
                ...flagsOf(marks),
              })
            }
          />
        )}
        <AddException classCode={classCode} />
      </Stack>
    </Card>
  )
}
