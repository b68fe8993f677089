import { type AnswerOf, workflowEventDryRun } from '@stationmaster/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { translateRefusal } from '../../../lib/translate-refusal.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { ObjectPicker, type Picked } from '../object-picker.tsx'
import type { ClassModel } from './class-model.ts'
import css from './dry-run.module.css'

type Outcome = AnswerOf<typeof workflowEventDryRun>

/** Runs a script against an object and shows its effects without applying them. */
export function DryRun({ of, script, action }: { of: ClassModel; script: string; action: string }) {
  const t = useTexts('workflow')
  const [object, choose] = useState<Picked | null>(null)
  const methods = of.methods.filter(({ actioncode }) => actioncode === action)
  const [method, chooseMethod] = useState<string | null>(null)
  const ofMethod = method ?? methods[0]?.code ?? null
  const run = useMutation({
    mutationFn: async (id: string) =>
      translated(
        await call(workflowEventDryRun, { object: id, script, ...(ofMethod ? { method: ofMethod } : {}) }),
      ),
  })
  return (
    <section className={css.dry} aria-label={t('dryRun.title')}>
      <h3>{t('dryRun.title')}</h3>
      <p>{t('dryRun.lead')}</p>
      <Stack gap={3}>
        <div className={css.chosen}>
          <ObjectPicker
            label={t('dryRun.object')}
            placeholder={t('dryRun.choose')}
            classCode={of.class.code}
            value={object}
            onPick={choose}
          />
          {methods.length > 1 && (
            <SelectField
              label={t('method')}
              data={methods.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
              value={ofMethod}
              onChange={chooseMethod}
            />
          )}
        </div>
        <Row>
          <Button
            icon={<IconPlayerPlay size={16} />}
            loading={run.isPending}
            disabled={object === null || script.trim() === ''}
            onClick={() => object !== null && run.mutate(object.id)}
          >
            {t('dryRun.run')}
          </Button>
        </Row>
        <div aria-live="polite">
          {run.error && <Failure small error={run.error} />}
          {run.data && <Shown outcome={run.data} />}
        </div>
      </Stack>
    </section>
  )
}

/** Adds the translated messages of the refusals and of the failure. */
async function translated(outcome: Outcome) {
  const { failure } = outcome
  return {
    ...outcome,
    failure: failure && { line: failure.line, words: await translateRefusal(failure) },
    effects: await Promise.all(
      outcome.effects.map(async (effect) => ({
        ...effect,
        refusal: effect.refusal && (await translateRefusal(effect.refusal)),
      })),
    ),
  }
}

function Shown({ outcome }: { outcome: Awaited<ReturnType<typeof translated>> }) {
  const t = useTexts('workflow')
  const format = useFormat()
  const { failure, effects, log, ms, possible } = outcome
  return (
    <Stack gap={2}>
      {!possible && <Notice tone="warn">{t('dryRun.impossible')}</Notice>}
      {failure ? (
        <Notice tone="bad">
          {failure.line === null ? null : <b>{t('dryRun.line', { line: failure.line })} </b>}
          <bdi>{failure.words}</bdi>
        </Notice>
      ) : (
        <Notice tone="good">
          {t('dryRun.would', { count: effects.length, time: format.responseTime(ms) })}
        </Notice>
      )}
      {effects.length > 0 && (
        <ol className={css.effects} aria-label={t('dryRun.effects')}>
          {effects.map((effect, at) => (
            <li key={at} data-tone={effect.refusal ? 'bad' : undefined}>
              <Line line={effect.line} />
              <code>{effect.kind}</code>
              <bdi>{effect.text}</bdi>
              {effect.refusal && <small>{t('dryRun.refused', { why: effect.refusal })}</small>}
            </li>
          ))}
        </ol>
      )}
      {log.length > 0 && (
        <ol className={css.effects} aria-label={t('dryRun.log')}>
          {log.map((entry, at) => (
            <li key={at}>
              <Line line={entry.line} />
              <bdi className="mono">{entry.text}</bdi>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  )
}

function Line({ line }: { line: number | null }) {
  const t = useTexts('workflow')
  return line === null ? null : <small>{t('dryRun.line', { line })}</small>
}
