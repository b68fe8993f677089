import type { BodyOf, siteSet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { orNull } from '../../ui/form/form-text.ts'
import { useForm } from '../../ui/form/form.ts'
import { versionIn } from '../../ui/form/stored-values.ts'
import { readDay, textOfDay, weekdays } from './opening-hours.ts'
import { bodyOfContact, isReachable, valuesOfContact } from './site-contact.ts'
import type { Site } from './site-columns.tsx'

export const hoursKinds = ['unknown', 'always', 'regular'] as const
type Hours = Site['openinghours']

const kindOf = (hours: Hours): (typeof hoursKinds)[number] =>
  hours === null ? 'unknown' : hours.twentyfourseven ? 'always' : 'regular'

/** Values of the form of a site. */
export const valuesOfSite = (site: Site | null) => ({
  version_no: site?.version_no,
  typecode: site?.typecode ?? 'public',
  label: site?.label ?? '',
  code: site?.code ?? '',
  client: site?.client ?? null,
  network: site?.network ?? null,
  address: site?.address ?? '',
  postalcode: site?.postalcode ?? '',
  city: site?.city ?? '',
  countrycode: site?.countrycode ?? '',
  timezone: site?.timezone ?? '',
  contacts: site?.contacts.map(valuesOfContact) ?? [],
  /** In kW. */
  gridlimit: site?.gridlimit ? site.gridlimit / 1000 : ('' as number | string),
  openinghours: kindOf(site?.openinghours ?? null),
  /** Opening hours from Monday to Sunday. */
  days: weekdays.map((day) => (site?.openinghours ? textOfDay(site.openinghours, day) : '')),
  position:
    site?.lat != null && site.lng != null
      ? { lat: site.lat, lng: site.lng }
      : (null as { lat: number; lng: number } | null),
  tags: site?.tags ?? [],
  description: site?.description ?? '',
})
type Values = ReturnType<typeof valuesOfSite>

export function useSiteForm(site: Site | null) {
  const t = useTexts('sites')
  return useForm({
    initialValues: valuesOfSite(site),
    validate: {
      label: (text) => (text.trim() === '' ? t('missingLabel') : null),
      countrycode: (text) => (/^([A-Za-z]{2})?$/.test(text.trim()) ? null : t('wrongCountry')),
      contacts: (contacts) => (contacts.every(isReachable) ? null : t('contacts.missing')),
      openinghours: (kind, { days }) =>
        kind === 'regular' && days.some((text, index) => readDay(text, weekdays[index]!) === null)
          ? t('hours.wrong')
          : null,
    },
  })
}

function hoursOf({ openinghours, days }: Values): Hours {
  if (openinghours === 'unknown') return null
  if (openinghours === 'always') return { twentyfourseven: true }
  const regular = days.flatMap((text, index) => readDay(text, weekdays[index]!) ?? [])
  return { twentyfourseven: false, regular_hours: regular }
}

/** Returns the body that stores the values; a new site without a number gets one from the server. */
export function bodyOfSite(site: Site | null, values: Values): BodyOf<typeof siteSet> {
  const { code, client, gridlimit, position } = values
  return {
    id: site?.id ?? null,
    ...versionIn(values),
    ...(code.trim() === '' ? {} : { code: code.trim() }),
    // absent: users of a client can neither set nor clear it
    ...(client === (site?.client ?? null) ? {} : { client }),
    typecode: values.typecode,
    label: values.label.trim(),
    network: values.network,
    address: orNull(values.address),
    postalcode: orNull(values.postalcode),
    city: orNull(values.city),
    countrycode: orNull(values.countrycode.toUpperCase()),
    timezone: orNull(values.timezone),
    // absent in the dialog of a new site
    ...(site === null ? {} : { contacts: values.contacts.map(bodyOfContact) }),
    gridlimit: gridlimit === '' ? null : Math.round(Number(gridlimit) * 1000),
    openinghours: hoursOf(values),
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    tags: values.tags,
    description: orNull(values.description),
  }
}
