import type { DemoStation } from './demo-stations.ts'

/** Clients of the demo; the last one is a person. */
export const demoClients = [
  {
    code: 'DEMO-FLEET',
    name: 'Flotte Nord GmbH',
    type: 'company',
    email: 'fleet@example.com',
    street: 'Am Sandtorkai 5',
    postal_code: '20457',
    city: 'Hamburg',
    country_code: 'DE',
    vat_id: 'DE987654321',
    tags: ['fleet'],
  },
  {
    code: 'DEMO-HOTEL',
    name: 'Hotels Lumière SA',
    type: 'company',
    email: 'hotels@example.com',
    tags: ['hospitality'],
  },
  {
    code: 'DEMO-RAIL',
    name: 'Rail & Ride AB',
    type: 'company',
    email: 'rail@example.com',
    tags: ['fleet', 'partner'],
  },
  { code: 'DEMO-ANNA', name: 'Anna Lindqvist', type: 'driver', email: 'anna@example.com', tags: [] },
] as const

export const demoNetworks = [
  { code: 'demo-north', name: 'Demo North' },
  { code: 'demo-south', name: 'Demo South' },
] as const

type DemoHours = 'always' | 'shop'

/** Sites of the demo by the identity of the station at them. */
const sites: Readonly<
  Record<
    string,
    { network: 0 | 1; gridKw: number; tags: string[]; hours?: DemoHours; client?: number; type?: 'fleet' }
  >
> = {
  'DEMO-HAM-01': { network: 0, gridKw: 60, tags: ['harbour', 'ac'] },
  'DEMO-BER-01': { network: 0, gridKw: 250, tags: ['station', 'fast'], hours: 'always' },
  'DEMO-MUC-01': { network: 1, gridKw: 50, tags: ['park', 'ac'], hours: 'shop' },
  'DEMO-ZRH-01': { network: 1, gridKw: 50, tags: ['station', 'ac'] },
  'DEMO-PAR-01': { network: 1, gridKw: 500, tags: ['station', 'fast'], hours: 'always', client: 1 },
  'DEMO-AMS-01': { network: 0, gridKw: 44, tags: ['office', 'ac'], hours: 'shop', client: 0, type: 'fleet' },
  'DEMO-BRU-01': { network: 0, gridKw: 320, tags: ['station', 'fast'], hours: 'always' },
  'DEMO-CPH-01': { network: 0, gridKw: 44, tags: ['harbour', 'ac'] },
  'DEMO-STO-01': { network: 0, gridKw: 300, tags: ['fast'], hours: 'always', client: 2 },
  'DEMO-MIL-01': { network: 1, gridKw: 600, tags: ['station', 'fast'], hours: 'always' },
  'DEMO-PRG-01': { network: 1, gridKw: 44, tags: ['ac', 'maintenance'], hours: 'shop' },
  'DEMO-BCN-01': { network: 1, gridKw: 100, tags: ['station'], hours: 'shop' },
}

const countries: Readonly<Record<string, string>> = {
  Berlin: 'DE',
  Zurich: 'CH',
  Paris: 'FR',
  Amsterdam: 'NL',
  Brussels: 'BE',
  Copenhagen: 'DK',
  Stockholm: 'SE',
  Rome: 'IT',
  Prague: 'CZ',
  Madrid: 'ES',
}

const shopHours = {
  twentyfourseven: false,
  regular_hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    period_begin: '07:00',
    period_end: weekday === 6 ? '18:00' : '21:00',
  })),
}

const demoContacts = [
  {
    name: 'Operations desk',
    role: null,
    phone: '+49 30 5550100',
    email: 'operations@example.com',
    language: 'en',
    hours: '24/7',
    note: null,
  },
  {
    name: 'Jens Krüger',
    role: 'Facility manager',
    phone: '+49 30 5550117',
    email: 'jens.krueger@example.com',
    language: 'de',
    hours: 'Mon–Fri 07:00–16:00',
    note: 'Has the key of the transformer room. Report to the gatekeeper at the delivery entrance first.',
  },
]

/** Site of a demo station with the columns that it has; null if the station stands at none. */
export function demoSiteOf(station: DemoStation) {
  const site = sites[station.identity]
  if (!site) return null
  const [street = '', place = ''] = station.address.split(/,\s*(?=[^,]*$)/)
  const [, postalCode, city] = /^(\d[\d-]*(?: (?:\d{2}|[A-Z]{2}))?) (.+)$/.exec(place) ?? [null, null, place]
  return {
    network: demoNetworks[site.network].code,
    client: site.client === undefined ? null : demoClients[site.client]!.code,
    columns: {
      code: station.identity.slice(0, -3),
      label: `${city} ${station.label}`,
      type: site.type ?? 'public',
      address: street,
      postal_code: postalCode,
      city,
      country_code: countries[station.timeZone.split('/')[1]!] ?? null,
      time_zone: station.timeZone,
      opening_hours:
        site.hours && JSON.stringify(site.hours === 'always' ? { twentyfourseven: true } : shopHours),
      contacts: JSON.stringify(demoContacts),
      grid_limit_w: site.gridKw * 1000,
      lat: station.lat,
      lng: station.lng,
      tags: site.tags,
    },
  }
}
