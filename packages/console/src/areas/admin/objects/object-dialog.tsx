import { type AnswerOf, objectGet, objectSet, workflowTypeList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { StateTypeChip } from '../../../features/workflow/state-type.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { SelectField, TagsField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { MethodButtons } from '../../../ui/methods/method-items.tsx'
import { FormGrid, Row } from '../../../ui/page/page.tsx'
import type { ClassRow } from '../workflow/class-model.ts'
import { Outcome } from '../workflow/outcome.tsx'
import { type FieldWords, useDraft, useFields } from '../workflow/use-draft.ts'

export type ClassObject = AnswerOf<typeof objectGet>

/** One object of a custom class: its data, and the buttons of its state. */
export function ObjectDialog({
  id,
  classes,
  classCode,
  onClose,
}: {
  /** Null for a new object. */
  id: string | null
  /** Classes that can have objects. */
  classes: readonly ClassRow[]
  classCode: string | null
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const found = useEndpoint(objectGet, { id: id ?? '' }, { hints: ['rights.changed'], enabled: id !== null })
  if (id !== null && !found.data)
    return (
      <Dialog wide title={t('objects.one')} onClose={onClose}>
        <Unloaded small query={found} rows={4} />
      </Dialog>
    )
  return <ObjectForm object={found.data ?? null} classes={classes} classCode={classCode} onClose={onClose} />
}

const fresh = {
  classcode: '',
  typecode: '',
  label: '',
  description: '' as string | null,
  tags: [] as readonly string[],
}

function ObjectForm({
  object,
  classes,
  classCode,
  onClose,
}: {
  object: ClassObject | null
  classes: readonly ClassRow[]
  classCode: string | null
  onClose: () => void
}) {
  const t = useTexts('workflow')
  const form = useObjectForm(object, classCode ?? classes[0]?.code ?? '', onClose)
  const { draft, values, fields, save } = form
  return (
    <FormDialog
      wide
      title={object ? object.label : t('objects.add')}
      isNew={!object}
      isSendable={object === null ? form.hasType : draft.isTouched}
      leave={object ? t('ui.close') : undefined}
      save={save}
      onSubmit={form.send}
      onClose={onClose}
      outcome={
        <>
          {object && <ObjectState object={object} />}
          <Outcome save={save} draft={draft} words={form.words} onAgain={form.send} />
          {!object && form.isWithoutTypes && (
            <Notice
              tone="warn"
              action={
                <Link to={addressOf('/admin/workflow', [values.classcode, 'types'])}>{t('types.add')}</Link>
              }
            >
              {t('objects.withoutTypes')}
            </Notice>
          )}
        </>
      }
    >
      <TextField
        required
        maxLength={120}
        data-autofocus={object ? undefined : true}
        {...fields.text('label')}
      />
      <FormGrid>
        <SelectField
          disabled={object !== null}
          data={classes.map(({ code, name }) => ({ value: code, label: name }))}
          {...fields.choice('classcode')}
        />
        <SelectField
          nothingFoundMessage={t('types.empty')}
          data={form.types.map(({ code, name }) => ({ value: code, label: name }))}
          {...fields.choice('typecode')}
        />
      </FormGrid>
      <TextAreaField maxLength={2000} {...fields.text('description')} />
      <TagsField
        maxTags={32}
        acceptValueOnBlur
        {...fields.about('tags')}
        value={[...values.tags]}
        onChange={(tags) => draft.set('tags', tags)}
      />
    </FormDialog>
  )
}

const typeNamed = (types: readonly { code: string; name: string }[], code: string): string =>
  types.find((type) => type.code === code)?.name ?? code

/** The state of an object and its methods; those of the root class have built-in labels. */
function ObjectState({ object }: { object: ClassObject }) {
  const t = useTexts('workflow')
  const words = useBuiltInWords()
  const label = (code: string, label: string) => ({ label: words.methodOfObject(code, label) })
  const remove = label('delete', 'Delete')
  const question = { title: t('objects.removeTitle'), lead: t('objects.removeLead'), action: remove.label }
  return (
    <Row>
      <StateTypeChip type={object.statetypecode}>
        {words.stateOfObject(object.statecode, object.statelabel)}
      </StateTypeChip>
      <MethodButtons
        small
        classCode={object.classcode}
        object={object}
        subject="Objects"
        items={{
          enable: label('enable', 'Enable'),
          disable: label('disable', 'Disable'),
          restore: label('restore', 'Restore'),
          delete: { ...remove, confirm: () => confirm(question) },
        }}
      />
    </Row>
  )
}

function useObjectForm(object: ClassObject | null, classCode: string, onClose: () => void) {
  const t = useTexts('workflow')
  const draft = useDraft<typeof fresh>({ ...(object ?? { ...fresh, classcode: classCode }) })
  const types = useEndpoint(workflowTypeList, { class: draft.values.classcode }, { keepPrevious: true })
  const typecode = draft.values.typecode || types.data?.[0]?.code || ''
  const values = { ...draft.values, typecode }
  const save = useChange(objectSet, { onReloaded: onClose })
  const words: FieldWords<typeof values> = {
    label: t('label'),
    classcode: t('classes.one'),
    typecode: [t('types.edit'), (row) => typeNamed(types.data ?? [], row.typecode)],
    description: t('description'),
    tags: [t('objects.tags'), ({ tags }) => tags.join(', ')],
  }
  return {
    draft,
    values,
    types: types.data ?? [],
    /** False while the types of the class are loading. */
    hasType: typecode !== '' && !types.isPlaceholderData,
    /** An object needs a type, and the class has none. */
    isWithoutTypes: types.data?.length === 0 && !types.isPlaceholderData,
    words,
    fields: useFields({ draft, values, words, failure: save.error }),
    save,
    send: (): void => {
      if (!draft.hasAll(values, ['label'])) return
      const { label, tags } = values
      const whole = { label, typecode, description: values.description?.trim() || null, tags: [...tags] }
      save.mutate(
        object
          ? { id: object.id, version_no: object.version_no, ...whole }
          : { id: null, class: values.classcode, ...whole },
      )
    },
  }
}
