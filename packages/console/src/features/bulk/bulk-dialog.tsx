import { type BulkAction, type BulkClass, bulkRunStart } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { loadTexts, useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { FieldGroup, RadioField, TagsField, TextField } from '../../ui/form/fields.tsx'
import { Stack } from '../../ui/page/page.tsx'
import type { ChosenObjects } from './chosen-objects.ts'
import type { ServiceParams } from './service-fields.tsx'

const ServiceFields = lazy(async () => {
  const [module] = await Promise.all([import('./service-fields.tsx'), loadTexts('service')])
  return module
})

/** Number of objects above which the number must be typed. */
const confirmAbove = 20

interface BulkChoice {
  classCode: BulkClass
  action: BulkAction
  count: number
  list: ChosenObjects
}

const choices = { reset: ['Soft', 'Hard'], availability: ['Operative', 'Inoperative'] } as const

/** Actions whose name is no good label of the button that starts them. */
const nameless: ReadonlySet<BulkAction> = new Set(['reset', 'availability', 'configuration', 'tags'])

/** Parameters of an action on the selected rows; starts the run. */
export function BulkDialog({
  of: { classCode, action, count, list },
  onClose,
  onStarted,
}: {
  of: BulkChoice
  onClose: () => void
  onStarted: (run: string) => void
}) {
  const t = useTexts('maintenance')
  const [type, setType] = useState<string>(action === 'availability' ? 'Inoperative' : 'Soft')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const [service, setService] = useState<ServiceParams>({ reason: '', expectedreturn: null, isSent: true })
  const save = useChange(bulkRunStart, { done: null, onSaved: ({ id }) => onStarted(id) })
  const params = {
    reset: { type },
    availability: { type },
    configuration: { key: key.trim(), value },
    tags: { add, remove },
    out_of_service: { ...service, reason: service.reason.trim() },
    in_service: { isSent: service.isSent },
    approve: {},
    enable: {},
    disable: {},
  }[action]
  const isService = action === 'out_of_service' || action === 'in_service'
  const missing: Partial<Record<BulkAction, boolean>> = {
    configuration: key.trim() === '',
    tags: add.length + remove.length === 0,
    out_of_service: service.reason.trim() === '',
  }
  const title = t(`bulk.${classCode}.${action}` as 'bulk.charge_point.reset')
  const objects = t(`bulk.counts.${classCode}`, { count })
  const start = async (): Promise<void> => {
    const question = { title, lead: objects, action: t('bulk.start'), danger: false, count }
    if (count > confirmAbove && !(await confirm(question))) return
    const { all, ids, except } = list.selection
    const chosen = all ? { ...list.matching, except: [...except] } : { filter: { id: [...ids] } }
    save.mutate({ classcode: classCode, action, params, ...chosen, most: count })
  }
  return (
    <FormDialog
      title={title}
      save={save}
      action={nameless.has(action) ? t('bulk.start') : title}
      isSendable={missing[action] !== true}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <p>{objects}</p>
      {action === 'approve' && <p className="muted">{t('bulk.approveHint')}</p>}
      {isService && (
        <Suspense>
          <ServiceFields isOut={action === 'out_of_service'} params={service} onChange={setService} />
        </Suspense>
      )}
      {(action === 'reset' || action === 'availability') && (
        <FieldGroup legend={<span className="hidden-text">{title}</span>} variant="unstyled">
          <Stack>
            {choices[action].map((one) => (
              <RadioField
                key={one}
                name="bulk-type"
                label={t(`bulk.types.${one}`)}
                description={t(`bulk.typeHints.${one}`)}
                checked={type === one}
                data-autofocus={type === one || undefined}
                onChange={() => setType(one)}
              />
            ))}
          </Stack>
        </FieldGroup>
      )}
      {action === 'configuration' && (
        <>
          <TextField
            label={t('bulk.key')}
            description={t('bulk.keyHint')}
            required
            maxLength={50}
            autoComplete="off"
            data-autofocus
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <TextField
            label={t('bulk.value')}
            maxLength={500}
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        </>
      )}
      {action === 'tags' && (
        <>
          <TagsField
            label={t('bulk.addTags')}
            description={t('bulk.tagsHint')}
            data-autofocus
            // An open list without options would take the first Escape.
            dropdownOpened={false}
            maxTags={32}
            value={add}
            onChange={setAdd}
          />
          <TagsField
            label={t('bulk.removeTags')}
            dropdownOpened={false}
            maxTags={32}
            value={remove}
            onChange={setRemove}
          />
        </>
      )}
    </FormDialog>
  )
}
