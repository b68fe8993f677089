import {
  mailTextAt,
  mailTextProblem,
  placeholdersOf,
  resourceDataDelete,
  resourceDataSet,
  resourceGet,
  resourceLimits,
  type locales,
} from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { SubmitForm } from '../../../ui/form/submit-form.tsx'
import { Row } from '../../../ui/page/page.tsx'
import split from '../split.module.css'
import { useChange } from '../../../lib/use-change.ts'
import type { Resource, ResourceData } from './resource-tree.ts'
import type { Drafts } from './use-drafts.ts'

export interface EditorProps {
  resource: Resource
  locale: (typeof locales)[number]
  data: ResourceData | null
  /** The data used if this language has none. */
  fallback: ResourceData | null
  drafts: Drafts
}

/** The text of one language. `drafts` holds what was typed until it is saved or discarded. */
export function TextEditor({ resource, locale, data, fallback, drafts }: EditorProps) {
  const t = useTexts('resources')
  const { id } = resource
  const draft = drafts.of(locale)
  const text = draft?.text ?? data?.text ?? ''
  const builtIn = resource.builtin.find((one) => one.locale === locale)?.text
  const { problem, check } = useTextProblem(resource.path, text)
  const queries = useQueryClient()
  // The stored text is put into the cache immediately, so that neither the draft nor the previous text is
  // shown until the next response.
  const done = (stored: Resource): void => {
    queries.setQueryData(endpointQuery(resourceGet, { id }).queryKey, stored)
    drafts.drop(locale)
  }
  const save = useChange(resourceDataSet, { onSaved: done })
  const remove = useChange(resourceDataDelete, { onSaved: done })
  const error = save.error ?? remove.error
  const isAtField = error instanceof CallError && error.field === 'text'
  const submit = (): void => {
    const version = draft === undefined ? (data?.version_no ?? null) : draft.version
    if (check()) save.mutate({ id, locale, text, version_no: version })
  }
  const question = {
    title: t('ui.confirmDeletion'),
    lead: builtIn === undefined ? t('deleteText') : t('deleteOwn'),
  }
  const askToRemove = async (): Promise<void> => {
    if (data && (await confirm(question))) remove.mutate({ id, locale, version_no: data.version_no })
  }
  return (
    <SubmitForm
      save={{ error, isPending: save.isPending }}
      outcome={isAtField ? null : undefined}
      onSubmit={submit}
    >
      {draft && draft.version !== (data?.version_no ?? null) && (
        <ConflictNotice locale={locale} drafts={drafts} />
      )}
      <TextControl
        resource={resource}
        value={text}
        instead={data ? undefined : (builtIn ?? fallback?.text ?? undefined)}
        error={problem ?? (isAtField ? error.message : undefined)}
        onChange={(typed) => drafts.write(locale, typed)}
      />
      <Row>
        <Button kind="primary" type="submit" loading={save.isPending}>
          {t('ui.save')}
        </Button>
        {drafts.isUnsaved(locale) && <Button onClick={() => drafts.drop(locale)}>{t('discard')}</Button>}
        {builtIn !== undefined && !data && text === '' && (
          <Button onClick={() => drafts.write(locale, builtIn)}>{t('start')}</Button>
        )}
        {data && (
          <Button loading={remove.isPending} onClick={() => void askToRemove()}>
            {builtIn === undefined ? t('removeLanguage') : t('back')}
          </Button>
        )}
      </Row>
    </SubmitForm>
  )
}

/** The control: one line for the subject of an email, a text area for everything else. */
function TextControl({
  resource: { path, builtin },
  value,
  instead,
  error,
  onChange,
}: {
  resource: Resource
  value: string
  instead: string | undefined
  error: string | undefined
  onChange: (text: string) => void
}) {
  const t = useTexts('resources')
  const place = mailTextAt(path)
  const missing = instead === undefined ? null : builtin.length > 0 ? t('builtInHint') : t('fallback')
  const hint = place && t(`mail.${hintFor(place)}`)
  const shared = {
    label: t('text'),
    description: [hint, missing].filter(Boolean).join(' ') || undefined,
    placeholder: instead?.slice(0, 2000),
    maxLength: resourceLimits.text,
    value,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  if (place?.part === 'subject') return <TextField {...shared} />
  return <TextAreaField {...shared} className={split.text} minRows={8} maxRows={28} />
}

const hintFor = (place: NonNullable<ReturnType<typeof mailTextAt>>) =>
  place.part === 'subject' ? 'subject' : placeholdersOf(place).needed.length > 0 ? 'text' : 'textNoLink'

/** Returns the problem of the text as a message; null until the first attempt to save. */
function useTextProblem(path: string, text: string) {
  const t = useTexts('resources')
  const [isSubmitted, setSubmitted] = useState(false)
  const place = mailTextAt(path)
  const found = place
    ? mailTextProblem(place, text)
    : text.trim() === ''
      ? { problem: 'empty' as const }
      : null
  const words =
    found &&
    t(`problems.${found.problem}`, {
      name: 'name' in found ? `{${found.name}}` : '',
      most: 'most' in found ? found.most : 0,
    })
  return {
    problem: isSubmitted && words ? words : undefined,
    check: () => {
      setSubmitted(true)
      return found === null
    },
  }
}

function ConflictNotice({ locale, drafts }: { locale: EditorProps['locale']; drafts: Drafts }) {
  const t = useTexts('resources')
  return (
    <Notice
      tone="warn"
      action={
        <Row>
          <Button small onClick={() => drafts.drop(locale)}>
            {t('loadLatest')}
          </Button>
          <Button small onClick={() => drafts.rebase(locale)}>
            {t('keepMine')}
          </Button>
        </Row>
      }
    >
      {t('changedByOther')}
    </Notice>
  )
}
