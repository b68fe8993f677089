import { eventKinds, workflowEventDelete, workflowEventSet } from '@stationmaster/contract'
import { lazy, Suspense, useId } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl, SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { ActionField } from './action-field.tsx'
import type { ClassEvent, ClassModel } from './class-model.ts'
import { DryRun } from './dry-run.tsx'
import { ScriptHelp } from './script-help.tsx'
import { RowDialog } from './row-dialog.tsx'
import { type Draft, type Fields, useDraft, usePersisted } from './use-draft.ts'
import { useRowForm } from './use-row-form.ts'
import css from './workflow.module.css'

const ScriptEditor = lazy(async () => ({
  default: (await import('../../../features/workflow/script-editor.tsx')).ScriptEditor,
}))

const fresh = {
  actioncode: '',
  kind: 'script' as ClassEvent['kind'],
  label: '',
  handler: null as string | null,
  script: '' as string | null,
  enabled: true,
  sequence: 10,
}
type Values = typeof fresh

/** Adds an event to an action of a class, or changes one: the parent's events, a built-in handler, a script. */
export function EventDialog({
  of,
  row: found,
  action,
  onClose,
}: {
  of: ClassModel
  row: ClassEvent | null
  action?: string
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const row = usePersisted(found)
  const draft = useDraft<Values>({ ...(row ?? { ...fresh, actioncode: action ?? '' }) })
  const { values } = draft
  const form = useRowForm({
    row,
    draft,
    values,
    words: {
      actioncode: t('action'),
      label: t('events.label'),
      kind: [t('events.kind'), ({ kind }) => t(`events.kinds.${kind}`)],
      handler: t('events.handler'),
      script: t('events.kinds.script'),
      enabled: [t('events.enabled'), ({ enabled }) => t(enabled ? 'ui.yes' : 'ui.no')],
    },
    set: workflowEventSet,
    remove: workflowEventDelete,
    onClose,
  })
  const { own, fields, save } = form
  const send = (): void => {
    if (!draft.hasAll(values, ['actioncode', ...neededBy[values.kind]])) return
    const { actioncode, kind, handler, script, enabled } = values
    const label = values.label.trim() || handler || t(`events.kinds.${kind}`)
    const body = {
      actioncode,
      kind,
      label,
      enabled,
      ...(kind === 'handler' && handler ? { handler } : {}),
      ...(kind === 'script' && script ? { script } : {}),
    }
    save.mutate(
      own
        ? { id: own.id, version_no: own.version_no, ...body }
        : { id: null, class: of.class.code, sequence: sequenceAfter(of, actioncode), ...body },
    )
  }
  return (
    <RowDialog
      wide
      title={row ? t('events.edit') : t('events.add')}
      form={form}
      name={values.label}
      onSave={send}
    >
      <FormGrid>
        <ActionField
          actions={of.actions}
          disabled={row?.system || row?.inherited}
          {...fields.choice('actioncode')}
        />
        <TextField maxLength={120} {...fields.text('label')} />
      </FormGrid>
      <SegmentedControl
        aria-label={t('events.kind')}
        disabled={row?.system}
        data={eventKinds.map((value) => ({ value, label: t(`events.kinds.${value}`) }))}
        value={values.kind}
        onChange={(kind) => draft.set('kind', eventKinds.find((known) => known === kind) ?? 'script')}
      />
      <KindFields of={of} row={row} draft={draft} fields={fields} />
      <SwitchField disabled={row?.system} {...fields.onOff('enabled')} />
      {values.kind === 'script' && canRunMethods(of.class) && (
        <DryRun of={of} script={values.script ?? ''} action={values.actioncode} />
      )}
    </RowDialog>
  )
}

const neededBy = { parent: [], handler: ['handler'], script: ['script'] } as const satisfies Record<
  ClassEvent['kind'],
  readonly (keyof Values)[]
>

/**
 * True if methods are run on objects of a class: abstract classes have no objects, and an account has no
 * workflow.
 */
const canRunMethods = ({ abstract, code }: ClassModel['class']): boolean => !abstract && code !== 'account'

/** Returns the sequence of a new event, after those that the action has. */
const sequenceAfter = (of: ClassModel, action: string): number =>
  10 +
  Math.max(
    0,
    ...of.events
      .filter((event) => event.actioncode === action && !event.inherited)
      .map((event) => event.sequence),
  )

/** The fields of an event, by its kind. */
function KindFields({
  of,
  row,
  draft,
  fields,
}: {
  of: ClassModel
  row: ClassEvent | null
  draft: Draft<Values>
  fields: Fields<Values>
}) {
  const t = useTexts('workflow')
  const hint = useId()
  const { kind, script } = draft.values
  if (kind === 'parent') return <p className={css.note}>{t('events.parentHint')}</p>
  if (kind === 'handler')
    return (
      <SelectField
        description={t('events.handlerHint')}
        required
        disabled={row?.system}
        nothingFoundMessage={t('events.noHandlers')}
        data={of.handlers}
        {...fields.choice('handler')}
      />
    )
  const { error } = fields.about('script')
  return (
    <div>
      <p id={hint} className={css.note}>
        {t('script.hint')}
      </p>
      <Suspense fallback={<Loading rows={3} rowHeight={60} />}>
        <ScriptEditor
          label={t('events.kinds.script')}
          describedBy={hint}
          value={script ?? ''}
          onChange={(text) => draft.set('script', text)}
        />
      </Suspense>
      {error && (
        <p className={css.wrong} role="alert">
          {error}
        </p>
      )}
      <ScriptHelp />
    </div>
  )
}
