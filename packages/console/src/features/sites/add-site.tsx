import { siteSet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { useOpenNew } from '../../lib/use-open-new.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { submit } from '../../ui/form/form.ts'
import { MainFields } from './site-fields.tsx'
import { bodyOfSite, useSiteForm } from './site-form.ts'

/** Dialog that adds a site and opens its page, where the other fields are. */
export function AddSite({ onClose }: { onClose: () => void }) {
  const t = useTexts('sites')
  const form = useSiteForm(null)
  const save = useChange(siteSet, { form, onReloaded: useOpenNew('/crm/site', onClose) })
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
