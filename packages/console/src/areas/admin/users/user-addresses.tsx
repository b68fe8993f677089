import { adminUserIpTableSet } from '@stationmaster/contract'
import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { useUnsaved } from '../../../ui/feedback/leaving.ts'
import { TagsField } from '../../../ui/form/fields.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { useChange } from '../use-change.ts'
import type { User } from './user-columns.tsx'

const kinds = ['allowed', 'denied'] as const
type Lists = Pick<User, (typeof kinds)[number]>

/** Addresses from which a user may and may not sign in. */
export function UserAddresses({ user }: { user: User }) {
  const t = useTexts('admin')
  const tShell = useTexts()
  const [draft, setDraft] = useState<Partial<Lists>>({})
  useUnsaved(Object.keys(draft).length > 0)
  const save = useChange(adminUserIpTableSet, () => setDraft({}))
  const failure = save.error instanceof CallError ? save.error : null
  const body = { id: user.id, version_no: user.version_no, ...draft }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(body)
      }}
    >
      <Stack gap={4}>
        <p className="muted">{t('users.addresses.lead')}</p>
        {save.error && !failure?.field && (
          <Failure small error={save.error} title={tShell('ui.saveFailed')} />
        )}
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
        <Row end>
          <Button
            kind="primary"
            type="submit"
            loading={save.isPending}
            disabled={Object.keys(draft).length === 0}
          >
            {tShell('ui.save')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
