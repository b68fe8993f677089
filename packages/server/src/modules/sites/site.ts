import type { AnswerOf, BodyOf, siteGet, siteSet } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import { memo } from '../../shared/memo.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields, isTimeZone } from '../../shared/request-fields.ts'
import { readFields } from '../../storage/read-fields.ts'
import { type BusinessClass, numberRows } from '../business-objects/index.ts'
import { clientColumn } from '../clients/index.ts'
import type { ImportReference } from '../imports/index.ts'
import { isSelectable } from '../references/index.ts'
import { firstContactOf, readContacts, withFirstContact } from './contacts.ts'
import { siteSource, visibleSites } from './list-store.ts'
import { readOpeningHours } from './opening-hours.ts'
import { findNetworks } from './store.ts'

type Body = BodyOf<typeof siteSet>

const maxSites = 100_000

const siteChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'site.changed', ...(id && { ids: [id] }) } },
]

const networkUnknown = refuse('station.network_unknown', { field: 'network' })

/** Network of a site in an imported file. */
export const networkReference: ImportReference = {
  columns: ['networkcode', 'networkname', 'network'],
  find: (tx, _viewer, names) => findNetworks(tx, names),
  missing: networkUnknown,
}

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
    const contacts = readContacts(body)
    if (isRefusal(contacts)) return contacts
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
      contacts,
      first_contact: firstContactOf(body),
      grid_limit_w: body.gridlimit,
      lat: body.lat,
      lng: body.lng,
    })
  },
  async prepareNew(tx, viewer, changes) {
    // a user of a client does not see which numbers other sites have
    const refusal = refuseClientUser(viewer, 'create', 'site')
    if (refusal) return changes.map(() => refusal)
    const { accountId } = viewer
    for (const change of changes) setFirstContact(change, [])
    await numberRows(tx, 'sites', { accountId, letter: 'S', changes })
    const clientOf = memo((client: Body['client']) =>
      clientColumn(tx, viewer, { accountId, client, isNew: true }),
    )
    const isKnown = memo((id: string) => isSelectable(tx, { kind: 'network', id, present: null }))
    const refusals: (Refusal | null)[] = []
    for (const change of changes) refusals.push(await refuseReferences(change, { clientOf, isKnown }))
    return refusals
  },
  async prepareChange(tx, viewer, { change, accountId, id }) {
    const { network_id: present, contacts } = await readFields(tx, { table: 'sites', id }, [
      'network_id',
      'contacts',
    ])
    setFirstContact(change, contacts as Contacts)
    return refuseReferences(change, {
      clientOf: (client) => clientColumn(tx, viewer, { accountId, client, isNew: false }),
      isKnown: (network) =>
        isSelectable(tx, { kind: 'network', id: network, present: present as string | null }),
    })
  },
}

type Contacts = Parameters<typeof withFirstContact>[0]

/** Replaces the parts of the first contact that a body sets by all contacts. */
function setFirstContact(change: Record<string, unknown>, stored: Contacts): void {
  if (change.first_contact !== undefined)
    change.contacts = withFirstContact(stored, change.first_contact as Contacts[number])
  delete change.first_contact
}

interface References {
  clientOf: (client: Body['client']) => ReturnType<typeof clientColumn>
  isKnown: (network: string) => Promise<boolean>
}

/** Sets the column of the client; returns a refusal if client or network cannot be that of the site. */
async function refuseReferences(
  change: Record<string, unknown>,
  { clientOf, isKnown }: References,
): Promise<Refusal | null> {
  const ofClient = await clientOf(change.client_id as Body['client'])
  if (isRefusal(ofClient)) return ofClient
  Object.assign(change, ofClient)
  const network = change.network_id as Body['network']
  return network && !(await isKnown(network)) ? networkUnknown : null
}
