import type { AnswerOf, BodyOf, siteGet, siteSet } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields, isTimeZone } from '../../shared/request-fields.ts'
import { type BusinessClass, nextCode } from '../business-objects/index.ts'
import { clientColumn } from '../clients/index.ts'
import { siteSource, visibleSites } from './list-store.ts'
import { readOpeningHours } from './opening-hours.ts'
import { isNetwork } from './store.ts'

type Body = BodyOf<typeof siteSet>

const maxSites = 100_000

const siteChanged = (account: string, id: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'site.changed', ids: [id] } },
]

/** Sites as business objects. */
export const siteClass: BusinessClass<AnswerOf<typeof siteGet>, Body> = {
  classCode: 'site',
  source: siteSource,
  stored: { table: 'sites', alias: 'z', visible: visibleSites, nameColumn: 'label' },
  missing: refuse('site.not_found', { field: 'id' }),
  wrongState: refuse('site.wrong_state', { field: 'action' }),
  codeTaken: refuse('site.code_taken', { field: 'code' }),
  most: maxSites,
  changed: siteChanged,
  required: { label: 'label', code: 'code' },
  changeOf(body) {
    if (body.timezone && !isTimeZone(body.timezone))
      return refuse('value.time_zone_unknown', { field: 'timezone' })
    if ((body.lat == null) !== (body.lng == null))
      return refuse('station.coordinates_incomplete', { field: body.lat == null ? 'lat' : 'lng' })
    const hours = body.openinghours && readOpeningHours(body.openinghours)
    if (hours && isRefusal(hours)) return hours
    return givenFields({
      code: emptyIsNull(body.code),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
      client_id: body.client,
      network_id: body.network,
      address: emptyIsNull(body.address),
      postal_code: emptyIsNull(body.postalcode),
      city: emptyIsNull(body.city),
      country_code: body.countrycode,
      time_zone: emptyIsNull(body.timezone),
      opening_hours: hours && JSON.stringify(hours),
      contact_name: emptyIsNull(body.contactname),
      contact_phone: emptyIsNull(body.contactphone),
      contact_email: emptyIsNull(body.contactemail),
      grid_limit_w: body.gridlimit,
      lat: body.lat,
      lng: body.lng,
    })
  },
  async prepare(tx, viewer, { change, accountId, id, isNew }) {
    // a user of a client does not see which numbers other sites have
    if (isNew && viewer.clientId !== null && !viewer.isAdmin)
      return refuse('access.cannot_create', { class: 'site' })
    const client = change.client_id as Body['client']
    const ofClient = await clientColumn(tx, viewer, { accountId, client, isNew })
    if (isRefusal(ofClient)) return ofClient
    Object.assign(change, ofClient)
    const network = change.network_id as Body['network']
    if (network && !(await isNetwork(tx, network, isNew ? null : id)))
      return refuse('station.network_unknown', { field: 'network' })
    if (isNew) change.code ??= await nextCode(tx, 'sites', { accountId, letter: 'S' })
    return null
  },
}
