import { adminUserIpTableSet } from '@stationmaster/contract'
import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { TagsField } from '../../../ui/form/fields.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useDraftVersion } from '../../../ui/form/stored-values.ts'
import { useChange } from '../../../lib/use-change.ts'
import type { User } from './user-columns.tsx'

const kinds = ['allowed', 'denied'] as const
type Lists = Pick<User, (typeof kinds)[number]>

/** Addresses from which a user may and may not sign in. */
export function UserAddresses({ user }: { user: User }) {
  const t = useTexts('admin')
  const [draft, setDraft] = useState<Partial<Lists>>({})
  const isDirty = Object.keys(draft).length > 0
  const version_no = useDraftVersion(user.version_no, isDirty)
  const save = useChange(adminUserIpTableSet, { onReloaded: () => setDraft({}) })
  const failure = save.error instanceof CallError ? save.error : null
  return (
    <PageForm
      save={save}
      isDirty={isDirty}
      onSubmit={() => save.mutate({ id: user.id, version_no, ...draft })}
      outcome={failure?.field ? null : undefined}
    >
      <p className="muted">{t('users.addresses.lead')}</p>
      {kinds.map((kind) => (
        <TagsField
          key={kind}
          label={t(`users.addresses.${kind}`)}
          description={t(`users.addresses.${kind}Hint`)}
          placeholder="192.0.2.0/24"
          maxTags={100}
          splitChars={[',', ' ']}
          acceptValueOnBlur
          error={failure?.field?.startsWith(kind) ? failure.message : undefined}
          value={draft[kind] ?? user[kind]}
          onChange={(networks) => setDraft({ ...draft, [kind]: networks })}
        />
      ))}
    </PageForm>
  )
}
