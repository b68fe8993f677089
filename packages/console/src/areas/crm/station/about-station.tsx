import { stationSet, stationType } from '@stationmaster/contract'
import { useState } from 'react'
import { NetworkField } from '../../../features/stations/network-field.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { CallError } from '../../../lib/call.ts'
import { useClientOptions } from '../../../lib/client-options.ts'
import { useSiteOptions } from '../../../lib/site-options.ts'
import { useTypeOptions } from '../../../lib/type-options.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { SelectField, SuggestField, TagsField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useDraftVersion } from '../../../ui/form/stored-values.ts'
import { Part } from '../../../ui/page/part.tsx'

const approvals = ['policy', 'accepted', 'rejected'] as const
const zones = (): string[] => Intl.supportedValuesOf('timeZone')

interface Values {
  label: string
  description: string
  typecode: string
  site: string
  networkname: string
  client: string
  timezone: string
  /** Separated by line breaks. */
  tags: string
  approval: string
}

const tagsOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

const valuesOf = (station: Station): Values => ({
  label: station.label ?? '',
  description: station.description ?? '',
  typecode: station.typecode,
  site: station.site ?? '',
  networkname: station.networkname ?? '',
  client: station.client ?? '',
  timezone: station.timezone ?? '',
  tags: station.tags.join('\n'),
  approval: station.approval,
})

/** Data of the station that users edit. Saving fails if another user has changed them in the meantime. */
export function AboutStation({ station }: { station: Station }) {
  const t = useTexts('station')
  const isAllowed = useMay()(stationSet, { id: station.id })
  const ours = { public: t('about.types.public'), private: t('about.types.private') }
  const clients = useClientOptions(station)
  const sites = useSiteOptions(station)
  const types = useTypeOptions(stationType, 'charge_point', ours)
  const { values, field, isDirty, discard, save, send, isOvertaken } = useAboutForm(station)
  return (
    <Part title={t('about.title')}>
      <PageForm
        save={save}
        isDirty={isDirty}
        isAllowed={isAllowed}
        onSubmit={send}
        onDiscard={discard}
        outcome={
          isOvertaken ? (
            <Notice
              tone="warn"
              alert
              action={
                <Button small onClick={discard}>
                  {t('about.reload')}
                </Button>
              }
            >
              {t('about.overtaken')}
            </Notice>
          ) : undefined
        }
      >
        <LeaveGuard />
        <TextField
          label={t('about.label')}
          description={t('about.labelHint')}
          maxLength={120}
          {...field.typed('label')}
        />
        <SelectField
          label={t('about.type')}
          description={t(values.typecode === 'public' ? 'about.publicHint' : 'about.privateHint')}
          data={types}
          {...field.chosen('typecode')}
        />
        <SelectField
          label={t('reported.site')}
          description={t('about.siteHint')}
          {...sites}
          {...field.chosen('site')}
        />
        {values.site === '' && (
          <NetworkField label={t('reported.network')} {...field.chosen('networkname')} />
        )}
        <SelectField label={t('reported.client')} {...clients} {...field.chosen('client')} />
        <SelectField
          label={t('about.approval')}
          description={t('about.approvalHint')}
          data={approvals.map((value) => ({ value, label: t(`approval.${value}`) }))}
          {...field.chosen('approval')}
        />
        <SuggestField
          label={t('about.timezone')}
          description={t('about.timezoneHint')}
          placeholder="Europe/Berlin"
          limit={30}
          data={zones()}
          {...field.chosen('timezone')}
        />
        <TagsField
          label={t('about.tags')}
          description={t('about.tagsHint')}
          maxTags={32}
          {...field.chosen('tags')}
          value={tagsOf(values.tags)}
          onChange={(tags) => field.chosen('tags').onChange(tags.join('\n'))}
        />
        <TextAreaField
          label={t('about.description')}
          minRows={3}
          maxLength={2000}
          {...field.typed('description')}
        />
      </PageForm>
    </Part>
  )
}

/** Until something is typed the fields show what is stored, also if another user changes it. */
function useAboutForm(station: Station) {
  const [draft, setDraft] = useState<Values | null>(null)
  const version_no = useDraftVersion(station.version_no, draft !== null)
  const stored = valuesOf(station)
  const values = draft ?? stored
  const set = (name: keyof Values, value: string): void => setDraft({ ...values, [name]: value })
  const save = useChange(stationSet, { onReloaded: () => setDraft(null) })
  const send = (): void =>
    save.mutate({
      id: station.id,
      label: values.label.trim() || null,
      description: values.description.trim() || null,
      typecode: values.typecode,
      site: values.site || null,
      // a station at a site has the network of the site
      ...(values.site === '' ? { networkname: values.networkname || null } : {}),
      client: values.client || null,
      timezone: values.timezone.trim() || null,
      tags: tagsOf(values.tags),
      approval: approvals.find((one) => one === values.approval) ?? 'policy',
      version_no,
    })
  const isDirty = Object.keys(stored).some(
    (name) => values[name as keyof Values] !== stored[name as keyof Values],
  )
  const failure = save.error instanceof CallError ? save.error : null
  const error = (name: keyof Values) => (failure?.field === name ? failure.message : undefined)
  return {
    values,
    save,
    send,
    isDirty,
    isOvertaken: failure?.code === 'object.edited',
    discard: () => {
      save.reset()
      setDraft(null)
    },
    field: {
      typed: (name: keyof Values) => ({
        value: values[name],
        error: error(name),
        onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
      }),
      chosen: (name: keyof Values) => ({
        value: values[name],
        error: error(name),
        onChange: (value: string | null) => set(name, value ?? ''),
      }),
    },
  }
}
