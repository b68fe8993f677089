import { stationCertificateRevoke } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { Stack } from '../../ui/page/page.tsx'
import type { StationCertificate } from './certificate-columns.tsx'

/** Revokes a certificate for a reason; says what follows. */
export function RevokeDialog({
  certificate: { id, identity },
  onClose,
}: {
  certificate: StationCertificate
  onClose: () => void
}) {
  const t = useTexts('certificates')
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < 3 ? t('reasonMissing') : null) },
  })
  const save = useChange(stationCertificateRevoke, { form, done: t('revoke.done'), onSaved: onClose })
  return (
    <FormDialog
      title={t('revoke.title', { identity })}
      action={t('revoke.action')}
      danger
      save={save}
      onSubmit={submit(form, ({ reason }) => save.mutate({ id, reason: reason.trim() }))}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('revoke.lead')}</p>
        <TextAreaField
          label={t('reason')}
          required
          maxLength={300}
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  )
}
