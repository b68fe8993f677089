import { totpRemove } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { CodeField } from '../../../features/people/code-field.tsx'
import { ProofFailure } from '../../../features/people/proof-failure.tsx'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog, LeaveButton } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { PasswordField } from '../../../ui/form/fields.tsx'
import { atField, submit, useForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/page/page.tsx'

const formId = 'remove-factor'

/** Removes two-factor authentication; needs the password and a code. */
export function RemoveFactor({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const t = useTexts('profile')
  const tShell = useTexts()
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (text) => (text === '' ? t('fresh.missingPassword') : null),
      code: (text) => (text.trim() === '' ? t('factor.missingCode') : null),
    },
  })
  const remove = useMutation({
    mutationFn: ({ password, code }: typeof form.values) => call(totpRemove, { password, code: code.trim() }),
    onSuccess: () => {
      toast(t('factor.removed'))
      onRemoved()
      onClose()
    },
    onError: atField(form),
  })
  return (
    <Dialog
      confirmsDiscard={false}
      title={t('factor.remove')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton>{tShell('ui.cancel')}</LeaveButton>
          <Button kind="danger" type="submit" form={formId} loading={remove.isPending}>
            {tShell('ui.remove')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit(form, (values) => remove.mutate(values))}>
        <Stack>
          <p className="muted">{t('factor.removeLead')}</p>
          <ProofFailure error={remove.error} />
          <PasswordField
            label={t('fresh.password')}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <CodeField {...form.getInputProps('code')} />
        </Stack>
      </form>
    </Dialog>
  )
}
