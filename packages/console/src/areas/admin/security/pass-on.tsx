import { classAccessSet, type classLetters } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Dimmed, Failure, Loading } from '../../../ui/feedback/feedback.tsx'
import { CheckField } from '../../../ui/form/fields.tsx'
import { flagsOf, type Marks, named, type RuleSubject } from './marks.ts'
import { useChange } from '../../../lib/use-change.ts'

/**
 * Passes a rule on to the classes below and to existing objects; the counts come from a dry run on the
 * server.
 */
export function PassOn({
  classCode,
  subject,
  marks,
  onClose,
}: {
  classCode: string
  subject: RuleSubject
  marks: Marks<(typeof classLetters)[number]>
  onClose: () => void
}) {
  const t = useTexts('security')
  const [recursive, setRecursive] = useState(true)
  const [objectset, setObjectset] = useState(false)
  const body = { class: classCode, ...named(subject), ...flagsOf(marks), recursive, objectset }
  const rehearsal = useQuery({
    // A separate query key, so that applying does not refetch the preview together with the rules.
    queryKey: ['Rehearsal', body],
    queryFn: ({ signal }) => call(classAccessSet, { ...body, dryrun: true }, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const apply = useChange(classAccessSet, { done: t('ui.changed'), onReloaded: onClose })
  const { data } = rehearsal
  const nothing = data !== undefined && data.classes.length === 0 && data.objects === 0
  return (
    <FormDialog
      title={t('passOn.title', { name: subject.name })}
      action={t('ui.apply')}
      isSendable={Boolean(data) && !nothing && !rehearsal.isPlaceholderData}
      save={apply}
      onSubmit={() => apply.mutate(body)}
      onClose={onClose}
    >
      <CheckField
        label={t('passOn.recursive')}
        description={t('passOn.recursiveHint')}
        checked={recursive}
        onChange={(event) => setRecursive(event.currentTarget.checked)}
      />
      <CheckField
        label={t('passOn.objectset')}
        description={t('passOn.objectsetHint')}
        checked={objectset}
        onChange={(event) => setObjectset(event.currentTarget.checked)}
      />
      {rehearsal.error && <Failure small error={rehearsal.error} />}
      {rehearsal.isPending && <Loading rows={2} rowHeight={24} />}
      {data && (
        <Dimmed when={rehearsal.isPlaceholderData}>
          <output>
            <p>{nothing ? t('passOn.nothing') : t('passOn.classes', { count: data.classes.length })}</p>
            {data.classes.length > 0 && <p className="mono">{data.classes.join(', ')}</p>}
            {data.objects > 0 && <p>{t('passOn.objects', { count: data.objects })}</p>}
          </output>
        </Dimmed>
      )}
    </FormDialog>
  )
}
