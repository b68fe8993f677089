import { accessExplain, type AnswerOf, type BodyOf, type workflowClassGet } from '@stationmaster/contract'
import { useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dimmed, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { ObjectPicker, type Picked } from '../object-picker.tsx'
import type { RuleSubject } from './marks.ts'
import { methodsOf } from './method-rules.tsx'
import css from './security.module.css'
import { SubjectPicker } from './subject-picker.tsx'

type Answer = AnswerOf<typeof accessExplain>
type Explained = Answer['letters'][number]

/**
 * Explains what a user may do and because of which rule; asks the server, which decides with the same
 * function.
 */
export function ExplainAccess({ model }: { model: AnswerOf<typeof workflowClassGet> }) {
  const t = useTexts('security')
  const [person, setPerson] = useState<RuleSubject | null>(null)
  const [method, setMethod] = useState<string | null>(null)
  const [object, setObject] = useState<Picked | null>(null)
  const { code, abstract } = model.class
  const methods = methodsOf(model)
  return (
    <Card title={t('explain.title')}>
      <Stack gap={4}>
        <div className={css.pickers}>
          <SubjectPicker
            key={person?.id ?? 'none'}
            label={t('explain.person')}
            value={person}
            peopleOnly
            onPick={setPerson}
          />
          {methods.length > 0 && (
            <SelectField
              label={t('explain.method')}
              placeholder={t('explain.any')}
              clearable
              data={methods}
              value={method}
              onChange={setMethod}
            />
          )}
          {!abstract && (
            <ObjectPicker
              label={t('object.one')}
              placeholder={t('pick')}
              classCode={code}
              value={object}
              onPick={setObject}
            />
          )}
        </div>
        {person ? (
          <Reasons
            question={{
              user: person.id,
              class: code,
              ...(method ? { method } : {}),
              ...(object ? { object: object.id } : {}),
            }}
          />
        ) : (
          <p className="muted">{t('explain.lead')}</p>
        )}
      </Stack>
    </Card>
  )
}

function Reasons({ question }: { question: BodyOf<typeof accessExplain> }) {
  const t = useTexts('security')
  const found = useEndpoint(accessExplain, question, { keepPrevious: true })
  if (!found.data) return <Unloaded small query={found} rows={5} rowHeight={36} />
  const { data } = found
  return (
    <Dimmed when={found.isPlaceholderData}>
      {!data.active && <p>{t('explain.inactive', { name: data.username })}</p>}
      <ul className={css.answers} aria-label={t('explain.title')} aria-live="polite">
        {data.letters.map((one) => (
          <li key={one.letter}>
            <strong>{t(`letters.${one.letter}`)}</strong>
            <span className={one.may ? css.yes : css.no}>{one.may ? t('explain.yes') : t('explain.no')}</span>
            <Reason one={one} answer={data} />
          </li>
        ))}
      </ul>
    </Dimmed>
  )
}

/** The reason as text: the level that decided, and the subject of its rule. */
function Reason({ one, answer }: { one: Explained; answer: Answer }) {
  const t = useTexts('security')
  const tAdmin = useTexts('admin')
  const because = (): string => {
    const { reason, rule } = one
    if (rule) return t(`explain.${rule.effect}.${rule.level}`, ruleWords(rule, answer))
    if (reason === 'default' && answer.interfacecode in interfaces)
      return t('explain.default', {
        interface: tAdmin(`users.interfaces.${answer.interfacecode as keyof typeof interfaces}`),
      })
    return t(`explain.${reason === 'rule' ? 'default' : reason}`, { interface: answer.interfacecode })
  }
  return (
    <span>
      {one.by && one.by !== one.letter && `${t('explain.by', { letter: t(`letters.${one.by}`) })} `}
      {because()}
      {one.rule?.fromclass && ` ${t('explain.copiedFrom', { class: one.rule.fromclass })}`}
    </span>
  )
}

/** Interfaces for which the area has names. */
const interfaces = { all: true, administrator: true, user: true, guest: true, driver: true }

const ruleWords = (rule: NonNullable<Explained['rule']>, answer: Answer) => ({
  name: rule.subjectname || rule.subjectid,
  class: rule.classcode,
  method: answer.methodcode ?? '',
  object: answer.objectlabel ?? '',
})
