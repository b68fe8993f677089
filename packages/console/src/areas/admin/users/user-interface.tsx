import { adminUserInterfaceSet, areaCodes, interfaceCodes } from '@stationmaster/contract'
import { useState } from 'react'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { CheckField, FieldGroup, SelectField, SwitchField } from '../../../ui/form/fields.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useDraftVersion } from '../../../ui/form/stored-values.ts'
import { Stack } from '../../../ui/page/page.tsx'
import { useChange } from '../../../lib/use-change.ts'
import type { User } from './user-columns.tsx'

type Choice = Pick<User, 'interfacecode' | 'areas'>

/** Form for the interface of a user and the areas to which it is limited. */
export function UserInterface({ user }: { user: User }) {
  const t = useTexts('admin')
  const [draft, setDraft] = useState<Partial<Choice>>({})
  const isDirty = Object.keys(draft).length > 0
  const version_no = useDraftVersion(user.version_no, isDirty)
  const save = useChange(adminUserInterfaceSet, { onReloaded: () => setDraft({}) })
  const { interfacecode, areas } = { interfacecode: user.interfacecode, areas: user.areas, ...draft }
  const set = (change: Partial<Choice>): void => setDraft({ ...draft, ...change })
  const hasNoArea = areas?.length === 0
  const self = useUser()?.userid
  const send = async (): Promise<void> => {
    const losesAdminArea = user.id === self && areas !== null && !areas.includes('admin')
    const losesAdmin = user.id === self && user.admin && !['administrator', 'all'].includes(interfacecode)
    const lead = losesAdmin ? t('users.own.admin') : t('users.own.areas')
    const question = { title: t('users.own.title'), lead, action: t('ui.save') }
    if (hasNoArea || ((losesAdmin || losesAdminArea) && !(await confirm(question)))) return
    save.mutate({ id: user.id, version_no, code: interfacecode, areas })
  }
  return (
    <PageForm save={save} isDirty={isDirty} isSendable={!hasNoArea} onSubmit={() => void send()}>
      <SelectField
        label={t('users.role')}
        description={t('users.interfaceHint')}
        maw={360}
        data={interfaceCodes.map((value) => ({ value, label: t(`users.interfaces.${value}`) }))}
        // Administrators are shown as such, whatever interface is stored for them.
        value={user.admin && draft.interfacecode === undefined ? 'administrator' : interfacecode}
        onChange={(value) =>
          set({ interfacecode: interfaceCodes.find((code) => code === value) ?? interfacecode })
        }
      />
      <SwitchField
        label={t('users.limited')}
        description={t('users.limitedHint')}
        checked={areas !== null}
        onChange={(event) => set({ areas: event.currentTarget.checked ? [] : null })}
      />
      {areas && (
        <FieldGroup legend={t('header.areas')}>
          <Stack>
            {areaCodes.map((area) => (
              <CheckField
                key={area}
                label={t(`areas.${area}`)}
                checked={areas.includes(area)}
                onChange={(event) =>
                  set({
                    areas: areaCodes.filter((code) =>
                      code === area ? event.currentTarget.checked : areas.includes(code),
                    ),
                  })
                }
              />
            ))}
            {hasNoArea && <p role="alert">{t('users.chooseArea')}</p>}
          </Stack>
        </FieldGroup>
      )}
    </PageForm>
  )
}
