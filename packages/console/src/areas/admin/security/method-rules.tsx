import {
  type AnswerOf,
  methodAccessList,
  methodAccessSet,
  methodLetters,
  type workflowClassGet,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { flagsOf, marksOf, named, noMarks, subjectOf } from './marks.ts'
import { type GridRow, RuleGrid } from './rule-grid.tsx'
import css from './security.module.css'
import { SubjectPicker } from './subject-picker.tsx'
import { useAdded } from './use-added.ts'
import { useChange } from '../../../lib/use-change.ts'

type Model = AnswerOf<typeof workflowClassGet>
type Letter = (typeof methodLetters)[number]

/** Returns the methods that users can run; one code may stand for several states. */
export const methodsOf = ({ methods }: Model): { value: string; label: string }[] => {
  const shown = methods.filter(({ visible }) => visible)
  return shown
    .filter(({ code }, at) => shown.findIndex((other) => other.code === code) === at)
    .map(({ code, label }) => ({ value: code, label: label === code ? label : `${label} (${code})` }))
}

/** Rights to run a method of the class, to see its button and to press it. */
export function MethodRules({ model }: { model: Model }) {
  const t = useTexts('security')
  const methods = methodsOf(model)
  const [chosen, choose] = useState<string | null>(null)
  const [visited, visit] = useState<readonly string[]>([])
  const code = methods.find(({ value }) => value === chosen)?.value ?? methods[0]?.value
  if (code === undefined) return null
  return (
    <Card title={t('method.title')}>
      <Stack gap={4}>
        <p className="muted">{t('method.lead')}</p>
        <SelectField
          label={t('method.one')}
          maw={360}
          data={methods}
          value={code}
          onChange={(value) => {
            visit([...new Set([...visited, code])])
            choose(value)
          }}
        />
        {/* Methods that were opened before retain unsaved changes. */}
        {methods
          .filter(({ value }) => value === code || visited.includes(value))
          .map(({ value }) => (
            <div key={value} hidden={value !== code}>
              <Stack gap={4}>
                <Rules classCode={model.class.code} methodCode={value} />
              </Stack>
            </div>
          ))}
      </Stack>
    </Card>
  )
}

function Rules({ classCode, methodCode }: { classCode: string; methodCode: string }) {
  const t = useTexts('security')
  const found = useEndpoint(
    methodAccessList,
    { class: classCode, method: methodCode },
    { keepPrevious: true },
  )
  const save = useChange(methodAccessSet, { done: t('ui.changed') })
  const all = found.data ?? []
  // Per group or user the rule of the class itself, otherwise the inherited one.
  const rules = all.filter(
    (rule) =>
      rule.classcode === classCode ||
      !all.some((other) => other.classcode === classCode && other.subjectid === rule.subjectid),
  )
  const [added, add] = useAdded(rules.map((rule) => rule.subjectid))
  const rows: GridRow<Letter>[] = [
    ...rules.map((rule) => ({
      key: `${rule.classcode} ${rule.subjectid}`,
      subject: subjectOf(rule),
      stored: marksOf(methodLetters, rule),
      note: rule.classcode === classCode ? null : t('above', { class: rule.classcode }),
    })),
    ...added.map((subject) => ({ key: subject.id, subject, stored: noMarks(methodLetters), isNew: true })),
  ]
  return (
    <>
      {found.error && <Failure small error={found.error} onRetry={() => void found.refetch()} />}
      {rows.length > 0 && (
        <RuleGrid
          label={t('method.title')}
          letters={methodLetters}
          rows={rows}
          onSave={({ subject }, marks) =>
            save.mutateAsync({
              class: classCode,
              method: methodCode,
              ...named(subject),
              ...flagsOf(marks),
            })
          }
        />
      )}
      <div className={css.single}>
        <SubjectPicker label={t('add')} without={rows.map(({ subject }) => subject.id)} onPick={add} />
      </div>
    </>
  )
}
