import {
  type AvailabilityDefinition,
  availabilityDefaults,
  availabilityTargetList,
  availabilityTargetSet,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useSiteIdOptions } from '../../../lib/site-options.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { NumberField, SelectField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'

interface TargetDialogProps {
  /** Site whose target is shown first; empty: that of the account. */
  site: string
  definition: AvailabilityDefinition
  onClose: () => void
}

/** Sets the target of the account, or of one of its sites. */
export function TargetDialog({ site: first, definition, onClose }: TargetDialogProps) {
  const [site, setSite] = useState(first)
  const targets = useEndpoint(availabilityTargetList, {}).data
  const sites = useSiteIdOptions(site)
  if (!targets) return null
  const own = site === '' ? targets.target : targets.sites.find((one) => one.site === site)?.target
  const inherited = (site === '' ? null : targets.target) ?? availabilityDefaults[definition].target
  return (
    <TargetForm
      key={site}
      site={site}
      own={own ?? null}
      inherited={inherited}
      named={targets.sites}
      sites={sites}
      onSite={setSite}
      onClose={onClose}
    />
  )
}

interface TargetFormProps {
  site: string
  own: number | null
  inherited: number
  /** Sites with a target of their own. */
  named: readonly { site: string; sitename: string; target: number }[]
  /** Options of the sites. */
  sites: ReturnType<typeof useSiteIdOptions>
  onSite: (site: string) => void
  onClose: () => void
}

function TargetForm({ site, own, inherited, named, sites, onSite, onClose }: TargetFormProps) {
  const t = useTexts('availability')
  const format = useFormat()
  const form = useForm({ mode: 'controlled', initialValues: { target: (own ?? '') as number | string } })
  const save = useChange(availabilityTargetSet, { form, onSaved: onClose })
  const nameOf = ({ value, label }: { value: string; label: string }) => {
    const found = named.find((one) => one.site === value)
    return found ? `${label} · ${format.percent(found.target)}` : label
  }
  return (
    <FormDialog
      title={t('targets.title')}
      save={save}
      onClose={onClose}
      onSubmit={submit(form, ({ target }) =>
        save.mutate({ site: site === '' ? null : site, target: target === '' ? null : Number(target) }),
      )}
    >
      <SelectField
        label={t('exclusions.where')}
        placeholder={t('targets.account')}
        {...sites}
        renderOption={({ option }) => nameOf(option)}
        value={site || null}
        onChange={(next) => onSite(next ?? '')}
      />
      <NumberField
        label={t('targets.percent')}
        description={t('targets.inherited', { percent: format.percent(inherited) })}
        placeholder={String(inherited)}
        suffix=" %"
        min={0.01}
        max={100}
        decimalScale={2}
        hideControls
        {...form.getInputProps('target')}
      />
    </FormDialog>
  )
}
