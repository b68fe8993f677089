import { siteSet } from '@stationmaster/contract'
import { LocationPicker } from '../../../features/map/location-picker.tsx'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { MainFields, OtherFields } from '../../../features/sites/site-fields.tsx'
import { bodyOfSite, useSiteForm, valuesOfSite } from '../../../features/sites/site-form.ts'
import { useMay } from '../../../lib/access.ts'
import { useChange } from '../../../lib/use-change.ts'
import { submit } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useStoredValues } from '../../../ui/form/stored-values.ts'

/** All fields of the site, editable. */
export function SiteDetails({ site }: { site: Site }) {
  const isAllowed = useMay()(siteSet, { id: site.id }) && site.statecode !== 'deleted'
  const form = useSiteForm(site)
  const restore = useStoredValues(form, valuesOfSite(site))
  const save = useChange(siteSet, {
    form,
    onReloaded: (saved) => restore(valuesOfSite(saved)),
  })
  return (
    <PageForm
      save={save}
      isDirty={form.isDirty()}
      isAllowed={isAllowed}
      onSubmit={submit(form, (values) => save.mutate(bodyOfSite(site, values)))}
      onDiscard={() => {
        save.reset()
        restore()
      }}
    >
      <MainFields form={form} site={site} />
      <LocationPicker
        disabled={!isAllowed}
        value={form.values.position}
        onChange={(position) => form.setFieldValue('position', position)}
      />
      <OtherFields form={form} site={site} />
    </PageForm>
  )
}
