import { type AnswerOf, type profileList, profileSet } from '@stationmaster/contract'
import { useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { isObject } from '../../lib/is-object.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import type { JsonObject } from '../../ui/schema-form/schema.ts'
import type { SchemaFormState } from '../../ui/schema-form/use-schema-form.ts'
import type { CommandName } from './command-list.tsx'

type Profile = AnswerOf<typeof profileList>[number]

/** Field of a command that carries a charging profile. */
const member: Partial<Record<CommandName, string>> = {
  SetChargingProfile: 'csChargingProfiles',
  RemoteStartTransaction: 'chargingProfile',
}

interface ProfileProps {
  action: CommandName
  form: SchemaFormState
}

/** Loads a stored profile into the form; renders nothing for commands without a profile, or if none is stored. */
export function TakeProfile({ action, form, profiles }: ProfileProps & { profiles: readonly Profile[] }) {
  const t = useTexts('ocpp')
  const name = member[action]
  if (!name || profiles.length === 0) return null
  const take = (id: string | null): void => {
    const profile = profiles.find((known) => known.id === id)?.profile
    if (isObject(profile)) form.replace({ ...form.value, [name]: profile })
  }
  return (
    <SelectField
      searchable
      mb="md"
      label={t('command.profiles')}
      data={profiles.map((profile) => ({
        value: profile.id,
        label: `${profile.profileid} · ${profile.description}`,
      }))}
      value={null}
      onChange={take}
    />
  )
}

/** Stores the profile in the form under a description for later use. */
export function SaveProfile({ action, form }: ProfileProps) {
  const t = useTexts('ocpp')
  const [storing, setStoring] = useState(false)
  const name = member[action]
  const present = name ? form.value[name] : undefined
  const isAllowed = useMay()(profileSet, { id: null })
  if (!isAllowed || !isObject(present)) return null
  // A profile that the station would reject is not stored either: its problems are shown instead.
  const isSound = !form.problems.some(({ path }) => path.startsWith(`/${name}`))
  return (
    <>
      <Button onClick={() => (isSound ? setStoring(true) : form.attempt())}>
        {t('command.storeProfile')}
      </Button>
      {storing && <StoreProfile profile={present} onClose={() => setStoring(false)} />}
    </>
  )
}

function StoreProfile({ profile, onClose }: { profile: JsonObject; onClose: () => void }) {
  const t = useTexts('ocpp')
  const [typed, setTyped] = useState('')
  const description = typed.trim()
  const save = useChange(profileSet, { onSaved: onClose })
  return (
    <FormDialog
      title={t('command.storeProfile')}
      save={save}
      isSendable={description !== ''}
      onSubmit={() => save.mutate({ id: null, description, profile })}
      onClose={onClose}
    >
      <TextField
        label={t('command.profileName')}
        required
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
