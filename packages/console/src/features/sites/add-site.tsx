import { siteSet } from '@stationmaster/contract'
import { useNavigate } from 'react-router'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { submit } from '../../ui/form/form.ts'
import { MainFields } from './site-fields.tsx'
import { bodyOfSite, useSiteForm } from './site-form.ts'

/** Dialog that adds a site and opens its page, where the other fields are. */
export function AddSite({ onClose }: { onClose: () => void }) {
  const t = useTexts('sites')
  const navigate = useNavigate()
  const form = useSiteForm(null)
  const save = useChange(siteSet, {
    form,
    onReloaded: ({ id }) => {
      onClose()
      void navigate(addressOf('/crm/site', [id]))
    },
  })
  return (
    <FormDialog
      wide
      isNew
      title={t('add')}
      save={save}
      onSubmit={submit(form, (values) => save.mutate(bodyOfSite(null, values)))}
      onClose={onClose}
    >
      <MainFields form={form} site={null} />
    </FormDialog>
  )
}
