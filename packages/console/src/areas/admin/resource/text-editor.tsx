import { resourceDataDelete, resourceDataSet, resourceLimits, type locales } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { TextAreaField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { Row, Stack } from '../../../ui/page/page.tsx'
import split from '../split.module.css'
import { useChange } from '../use-change.ts'
import type { Resource, ResourceData } from './resource-tree.ts'

export interface EditorProps {
  resource: Resource
  locale: (typeof locales)[number]
  data: ResourceData | null
  /** What is given instead where this language has nothing. */
  fallback: ResourceData | null
}

/** The text of one language. */
export function TextEditor({ resource: { id }, locale, data, fallback }: EditorProps) {
  const t = useTexts('resources')
  const say = useTexts()
  const save = useChange(resourceDataSet)
  const remove = useChange(resourceDataDelete)
  const form = useForm({
    initialValues: { text: data?.text ?? '' },
    validate: { text: (text) => (text.trim() === '' ? t('missingText') : null) },
  })
  const question = { title: say('ui.confirmDeletion'), lead: t('deleteText') }
  const error = save.error ?? remove.error
  return (
    <form
      noValidate
      onSubmit={submit(form, ({ text }) =>
        save.mutate({ id, locale, text, version_no: data?.version_no ?? null }),
      )}
    >
      <Stack>
        {error && <Failure small error={error} title={say('ui.saveFailed')} />}
        <TextAreaField
          className={split.text}
          label={t('text')}
          description={fallback && !data ? t('fallback') : undefined}
          placeholder={fallback?.text?.slice(0, 2000)}
          autosize
          minRows={8}
          maxRows={28}
          maxLength={resourceLimits.text}
          {...form.getInputProps('text')}
        />
        <Row>
          <Button kind="primary" type="submit" loading={save.isPending}>
            {say('ui.save')}
          </Button>
          {data && (
            <Button
              loading={remove.isPending}
              onClick={() =>
                void confirm(question).then(
                  (yes) => yes && remove.mutate({ id, locale, version_no: data.version_no }),
                )
              }
            >
              {t('removeLanguage')}
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  )
}
