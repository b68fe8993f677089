import { classAccessList, classAccessSet, classLetters } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { flagsOf, type Marks, marksOf, named, noMarks, type RuleSubject, subjectOf } from './marks.ts'
import { type GridRow, RuleGrid } from './rule-grid.tsx'
import css from './security.module.css'
import { SubjectPicker } from './subject-picker.tsx'
import { useAdded } from './use-added.ts'
import { useChange } from '../../../lib/use-change.ts'

const PassOn = lazy(async () => ({ default: (await import('./pass-on.tsx')).PassOn }))

type Letter = (typeof classLetters)[number]

/** Rights of groups and users on objects of a class; a rule can be passed on to the classes below. */
export function ClassRules({ classCode }: { classCode: string }) {
  const t = useTexts('security')
  const found = useEndpoint(classAccessList, { class: classCode })
  const save = useChange(classAccessSet, { done: t('ui.changed') })
  const rules = found.data ?? []
  const [added, add] = useAdded(rules.map((rule) => rule.subjectid))
  const [passed, pass] = useState<{ subject: RuleSubject; marks: Marks<Letter> } | null>(null)
  const rows: GridRow<Letter>[] = [
    ...rules.map((rule) => ({
      key: rule.subjectid,
      subject: subjectOf(rule),
      stored: marksOf(classLetters, rule),
      note: rule.fromclass && t('from', { class: rule.fromclass }),
    })),
    ...added.map((subject) => ({ key: subject.id, subject, stored: noMarks(classLetters), isNew: true })),
  ]
  return (
    <Card title={t('class.title')}>
      <Stack gap={4}>
        <p className="muted">{t('class.lead')}</p>
        {!found.data && <Unloaded small query={found} rows={3} />}
        {rows.length > 0 && (
          <RuleGrid
            label={t('class.title')}
            letters={classLetters}
            rows={rows}
            onSave={({ subject }, marks) =>
              save.mutateAsync({ class: classCode, ...named(subject), ...flagsOf(marks) })
            }
            onPassOn={({ subject }, marks) => pass({ subject, marks })}
          />
        )}
        <div className={css.single}>
          <SubjectPicker label={t('add')} without={rows.map(({ key }) => key)} onPick={add} />
        </div>
      </Stack>
      <Suspense>{passed && <PassOn classCode={classCode} {...passed} onClose={() => pass(null)} />}</Suspense>
    </Card>
  )
}
