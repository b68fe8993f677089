import { networkList, siteType } from '@stationmaster/contract'
import { useClientOptions } from '../../lib/client-options.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTypeOptions } from '../../lib/type-options.ts'
import {
  NumberField,
  SelectField,
  SuggestField,
  TagsField,
  TextAreaField,
  TextField,
} from '../../ui/form/fields.tsx'
import { FormGrid } from '../../ui/page/page.tsx'
import { ContactFields } from './contact-fields.tsx'
import { readDay, weekdays } from './opening-hours.ts'
import type { Site } from './site-columns.tsx'
import { hoursKinds, type useSiteForm } from './site-form.ts'
import { weekdayName } from '../../ui/time/moment.tsx'

interface FieldsProps {
  form: ReturnType<typeof useSiteForm>
  site: Site | null
}

const zones = (): string[] => Intl.supportedValuesOf('timeZone')
const offered = { filter: { statecode: 'enabled' }, fields: ['id', 'name'], orderby: ['name'], reclimit: 500 }

/** Name, number, type, network and address: what a new site needs. */
export function MainFields({ form, site }: FieldsProps) {
  const t = useTexts('sites')
  const ours = { public: t('types.public'), fleet: t('types.fleet'), private: t('types.private') }
  const types = useTypeOptions(siteType, 'site', ours)
  const networks = useEndpoint(networkList, offered)
  const options = new Map(networks.data?.map(({ id, name }) => [id, name]))
  // the network of the site may have been disabled since
  if (site?.network && !options.has(site.network)) options.set(site.network, site.networkname ?? '')
  return (
    <>
      <TextField
        label={t('columns.label')}
        required
        maxLength={120}
        data-autofocus={site === null || undefined}
        {...form.getInputProps('label')}
      />
      <FormGrid>
        <TextField
          label={t('columns.code')}
          placeholder={site === null ? t('codeHint') : undefined}
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <SelectField label={t('columns.type')} data={types} {...form.getInputProps('typecode')} />
        <SelectField
          label={t('columns.network')}
          data={[...options].map(([value, label]) => ({ value, label }))}
          searchable
          clearable
          {...form.getInputProps('network')}
        />
        <TextField label={t('columns.address')} maxLength={200} {...form.getInputProps('address')} />
        <TextField label={t('columns.postalcode')} maxLength={20} {...form.getInputProps('postalcode')} />
        <TextField label={t('columns.city')} maxLength={100} {...form.getInputProps('city')} />
      </FormGrid>
    </>
  )
}

/** Contacts, grid limit, time zone, opening hours, tags and description. */
export function OtherFields({ form, site }: FieldsProps) {
  const t = useTexts('sites')
  const clients = useClientOptions(site ?? undefined)
  return (
    <>
      <FormGrid>
        <TextField
          label={t('columns.country')}
          description={t('countryHint')}
          maxLength={2}
          {...form.getInputProps('countrycode')}
        />
        <SuggestField
          label={t('columns.timezone')}
          description={t('timezoneHint')}
          placeholder="Europe/Berlin"
          limit={30}
          data={zones()}
          {...form.getInputProps('timezone')}
        />
        <NumberField
          label={t('gridLimitField')}
          description={t('gridLimitHint')}
          min={0.001}
          max={1_000_000}
          decimalScale={3}
          {...form.getInputProps('gridlimit')}
        />
        <SelectField
          label={t('columns.client')}
          description={t('clientHint')}
          {...clients}
          {...form.getInputProps('client')}
        />
      </FormGrid>
      <ContactFields form={form} />
      <HoursFields form={form} />
      <TagsField
        label={t('columns.tags')}
        description={t('tagsHint')}
        maxTags={32}
        {...form.getInputProps('tags')}
      />
      <TextAreaField
        label={t('columns.description')}
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </>
  )
}

function HoursFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts('sites')
  const { tag } = useFormat()
  const { days, openinghours } = form.values
  return (
    <>
      <SelectField
        label={t('hours.label')}
        data={hoursKinds.map((value) => ({ value, label: t(`hours.${value}`) }))}
        {...form.getInputProps('openinghours')}
      />
      {openinghours === 'regular' && (
        <FormGrid>
          {weekdays.map((weekday, index) => (
            <TextField
              key={weekday}
              label={weekdayName(tag, weekday, 'long')}
              placeholder={t('hours.example')}
              maxLength={80}
              error={readDay(days[index]!, weekday) === null ? t('hours.wrong') : undefined}
              value={days[index]!}
              onChange={({ currentTarget: { value } }) =>
                form.setFieldValue(
                  'days',
                  days.map((text, at) => (at === index ? value : text)),
                )
              }
            />
          ))}
        </FormGrid>
      )}
    </>
  )
}
