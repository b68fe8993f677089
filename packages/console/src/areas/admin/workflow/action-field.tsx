import { workflowActionSet } from '@stationmaster/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { type ClassModel, codeOf } from './class-model.ts'
import { useChange } from '../../../lib/use-change.ts'
import css from './workflow.module.css'

/** Selects an existing action, or adds a new one in place. */
export function ActionField({
  actions,
  value,
  onChange,
  disabled,
  ...rest
}: {
  actions: ClassModel['actions']
  value: string | null
  onChange: (code: string | null) => void
  label: string
  disabled?: boolean
  error?: string
  description?: string
  name?: string
  'data-autofocus'?: boolean
}) {
  const t = useTexts('workflow')
  const [isNew, setNew] = useState(false)
  if (isNew)
    return (
      <NewAction error={rest.error} onDone={(code) => (setNew(false), code !== null && onChange(code))} />
    )
  return (
    <div className={css.withButton}>
      <SelectField
        required
        searchable
        disabled={disabled}
        data={actions.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
        value={value || null}
        onChange={onChange}
        {...rest}
      />
      {!disabled && (
        <Button icon={<IconPlus size={16} />} onClick={() => setNew(true)}>
          {t('actions.new')}
        </Button>
      )}
    </div>
  )
}

function NewAction({ error, onDone }: { error?: string; onDone: (code: string | null) => void }) {
  const t = useTexts('workflow')
  const [label, setLabel] = useState('')
  const add = useChange(workflowActionSet, { onReloaded: ({ code }) => onDone(code) })
  const code = codeOf(label)
  const send = (): void => {
    if (code !== '' && !add.isPending) add.mutate({ id: null, code, label: label.trim() })
  }
  return (
    <div>
      <TextField
        label={t('actions.label')}
        required
        data-autofocus
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
        autoFocus
        maxLength={120}
        description={code ? t('actions.codeHint', { code }) : undefined}
        error={error && (code ? t('actions.addFirst') : error)}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // Enter adds the action and does not submit the surrounding form.
          event.preventDefault()
          send()
        }}
      />
      {add.error && <Failure small error={add.error} title={t('ui.saveFailed')} />}
      <span className={css.beside}>
        <Button small disabled={code === ''} loading={add.isPending} onClick={send}>
          {t('actions.add')}
        </Button>
        <Button small kind="quiet" onClick={() => onDone(null)}>
          {t('ui.cancel')}
        </Button>
      </span>
    </div>
  )
}
