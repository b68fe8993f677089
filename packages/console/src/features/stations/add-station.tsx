import { type AnswerOf, stationSet, stationType } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { addressOf } from '../../lib/screen.ts'
import { useStationName } from '../../lib/station-name.ts'
import { useTypeOptions } from '../../lib/type-options.ts'
import { loadTexts, useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { CopyField } from '../../ui/data/copy-field.tsx'
import { Dialog, LeaveButton } from '../../ui/feedback/dialog.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { NetworkField } from './network-field.tsx'
import { FormGrid, Stack } from '../../ui/page/page.tsx'
import { KeyForms } from './key-forms.tsx'

type Added = AnswerOf<typeof stationSet>

/** Characters that are valid in a URL path and in a Basic user name (RFC 7617: no colon). */
const isIdentity = (text: string): boolean => /^[^\s/:\p{Cc}]{1,48}$/u.test(text)

/** Adds a station; then shows its link and, once, its key. */
export function AddStation({ identity = '', onClose }: { identity?: string; onClose: () => void }) {
  const [added, setAdded] = useState<Added | null>(null)
  // Preloads the texts shown with the key, long before the form is saved.
  useEffect(() => void loadTexts('connection'), [])
  return added ? (
    <Credentials added={added} onClose={onClose} />
  ) : (
    <NewStation identity={identity} onClose={onClose} onAdded={setAdded} />
  )
}

interface NewStationProps {
  /** Initial identity of the form. */
  identity: string
  onClose: () => void
  onAdded: (added: Added) => void
}

function NewStation({ identity, onClose, onAdded }: NewStationProps) {
  const t = useTexts('stations')
  const form = useForm({
    initialValues: { identity, label: '', typecode: 'public', networkname: '', address: '' },
    validate: {
      identity: (text) => {
        if (text.trim() === '') return t('new.missingIdentity')
        return isIdentity(text.trim()) ? null : t('new.wrongIdentity')
      },
    },
  })
  const ours = { public: t('types.public'), private: t('types.private') }
  const types = useTypeOptions(stationType, 'charge_point', ours)
  const save = useChange(stationSet, { done: null, form, onSaved: onAdded })
  const send = (values: typeof form.values): void =>
    save.mutate({
      id: null,
      identity: values.identity.trim(),
      label: values.label.trim() || null,
      address: values.address.trim() || null,
      typecode: values.typecode,
      networkname: values.networkname || null,
    })
  return (
    <FormDialog wide title={t('add')} isNew save={save} onSubmit={submit(form, send)} onClose={onClose}>
      {save.error instanceof CallError && save.error.code === 'station.identity_of_deleted' && (
        <Link to={addressOf('/crm/station', [String(save.error.params['identity'])])}>
          {t('new.restore')}
        </Link>
      )}
      <TextField
        label={t('new.identity')}
        description={t('new.identityHint')}
        required
        maxLength={48}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('identity')}
      />
      <FormGrid>
        <TextField
          label={t('new.label')}
          description={t('new.labelHint')}
          maxLength={120}
          {...form.getInputProps('label')}
        />
        <SelectField
          label={t('new.type')}
          description={' '}
          data={types}
          {...form.getInputProps('typecode')}
        />
      </FormGrid>
      <NetworkField label={t('columns.network')} {...form.getInputProps('networkname')} />
      <TextField label={t('new.address')} maxLength={300} {...form.getInputProps('address')} />
      <Link to={addressOf('/crm/profile')}>{t('new.rules')}</Link>
    </FormDialog>
  )
}

function Credentials({ added, onClose }: { added: Added; onClose: () => void }) {
  const t = useTexts('stations')
  const name = useStationName()
  const { station, key, keyhex, link } = added
  return (
    <Dialog
      wide
      title={t('new.done', { identity: station.identity })}
      onClose={onClose}
      footer={
        <>
          <LeaveButton>{t('ui.close')}</LeaveButton>
          <LinkButton kind="primary" to={addressOf('/crm/station', [name(station)])}>
            {t('new.finish')}
          </LinkButton>
        </>
      }
    >
      <Stack>
        <p>{t('new.doneLead')}</p>
        <CopyField label={t('new.link')} value={link} />
        <CopyField label={t('new.user')} value={station.identity} />
        {key && keyhex && <KeyForms text={key} hex={keyhex} />}
      </Stack>
    </Dialog>
  )
}
