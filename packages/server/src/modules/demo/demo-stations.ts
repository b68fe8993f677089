/** Behavior of a simulated demo station; the simulator reads the same values from the fleet file. */
export type DemoBehaviour = 'living' | 'faulted' | 'offline' | 'idle'

export interface DemoStation {
  identity: string
  label: string
  address: string
  timeZone: string
  lat: number
  lng: number
  vendor: string
  model: string
  type: 'public' | 'private'
  behaviour: DemoBehaviour
  connectors: { id: number; kind: 'ac' | 'dc'; powerW: number; plug: string }[]
  /** Charging sessions per day. */
  sessionsADay: number
}

const ac = (count: number, powerW = 22_000) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, kind: 'ac' as const, powerW, plug: 'Type 2' }))
const dc = (count: number, powerW: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, kind: 'dc' as const, powerW, plug: 'CCS2' }))

const models = {
  post: { vendor: 'Nordwatt', model: 'Post 22 Duo' },
  wall: { vendor: 'Nordwatt', model: 'Wall 11' },
  fast: { vendor: 'Voltaro', model: 'Fast 150' },
  hyper: { vendor: 'Voltaro', model: 'Hyper 300' },
  city: { vendor: 'Lumina', model: 'City 50' },
}

type Row = [
  code: string,
  label: string,
  address: string,
  timeZone: string,
  lat: number,
  lng: number,
  model: keyof typeof models,
  connectors: DemoStation['connectors'],
  sessionsADay: number,
  kind?: { type?: 'private'; behaviour?: DemoBehaviour },
]

const rows: Row[] = [
  [
    'HAM-01',
    'Landungsbrücken',
    'Johannisbollwerk 20, 20459 Hamburg',
    'Europe/Berlin',
    53.5458,
    9.9713,
    'post',
    ac(2),
    5,
  ],
  [
    'BER-01',
    'Hauptbahnhof',
    'Europaplatz 1, 10557 Berlin',
    'Europe/Berlin',
    52.5251,
    13.3694,
    'fast',
    dc(2, 150_000),
    9,
  ],
  [
    'MUC-01',
    'Olympiapark',
    'Spiridon-Louis-Ring 21, 80809 München',
    'Europe/Berlin',
    48.1755,
    11.5518,
    'post',
    ac(2),
    4,
  ],
  [
    'VIE-01',
    'Praterstern',
    'Praterstern 3, 1020 Wien',
    'Europe/Vienna',
    48.2185,
    16.3922,
    'city',
    dc(1, 50_000),
    6,
  ],
  [
    'ZRH-01',
    'Europaallee',
    'Europaallee 25, 8004 Zürich',
    'Europe/Zurich',
    47.3776,
    8.5329,
    'post',
    ac(2),
    5,
  ],
  [
    'PAR-01',
    'Gare de Lyon',
    'Place Louis-Armand, 75012 Paris',
    'Europe/Paris',
    48.8448,
    2.3735,
    'hyper',
    dc(2, 300_000),
    10,
  ],
  [
    'LYS-01',
    'Part-Dieu',
    'Place Charles Béraudier, 69003 Lyon',
    'Europe/Paris',
    45.7606,
    4.8597,
    'post',
    ac(2),
    4,
  ],
  [
    'AMS-01',
    'Zuid',
    'Zuidplein 36, 1077 XV Amsterdam',
    'Europe/Amsterdam',
    52.3389,
    4.8724,
    'post',
    ac(2),
    6,
  ],
  [
    'BRU-01',
    'Gare du Midi',
    'Avenue Fonsny 47, 1060 Bruxelles',
    'Europe/Brussels',
    50.8357,
    4.3366,
    'fast',
    dc(2, 150_000),
    7,
  ],
  [
    'CPH-01',
    'Nordhavn',
    'Sundkrogsgade 19, 2150 København',
    'Europe/Copenhagen',
    55.7068,
    12.5937,
    'post',
    ac(2),
    5,
  ],
  [
    'STO-01',
    'Slussen',
    'Katarinavägen 1, 116 45 Stockholm',
    'Europe/Stockholm',
    59.3195,
    18.0723,
    'fast',
    dc(2, 150_000),
    6,
  ],
  [
    'OSL-01',
    'Bjørvika',
    'Dronning Eufemias gate 8, 0191 Oslo',
    'Europe/Oslo',
    59.9076,
    10.7588,
    'post',
    ac(2),
    7,
  ],
  [
    'WAW-01',
    'Centralna',
    'Aleje Jerozolimskie 54, 00-024 Warszawa',
    'Europe/Warsaw',
    52.2289,
    21.0031,
    'city',
    dc(1, 50_000),
    4,
  ],
  [
    'MIL-01',
    'Centrale',
    "Piazza Duca d'Aosta 1, 20124 Milano",
    'Europe/Rome',
    45.4862,
    9.2043,
    'hyper',
    dc(2, 300_000),
    8,
  ],
  [
    'PRG-01',
    'Holešovice',
    'Partyzánská 18, 170 00 Praha',
    'Europe/Prague',
    50.1107,
    14.4403,
    'post',
    ac(2),
    3,
    { behaviour: 'faulted' },
  ],
  [
    'BCN-01',
    'Sants',
    'Plaça dels Països Catalans 1, 08014 Barcelona',
    'Europe/Madrid',
    41.3791,
    2.1403,
    'city',
    dc(1, 50_000),
    3,
    { behaviour: 'offline' },
  ],
  [
    'LIS-01',
    'Casa Oriente',
    'Avenida Dom João II 12, 1990-203 Lisboa',
    'Europe/Lisbon',
    38.7679,
    -9.0977,
    'wall',
    ac(1, 11_000),
    1,
    { type: 'private' },
  ],
  [
    'DUB-01',
    'Docklands',
    'North Wall Quay 30, Dublin 1',
    'Europe/Dublin',
    53.3472,
    -6.2394,
    'post',
    ac(2),
    2,
    { behaviour: 'idle' },
  ],
]

/** The stations of the demo: AC and DC across Europe, one private, one faulted, one offline. */
export const demoStations: readonly DemoStation[] = rows.map(
  ([code, label, address, timeZone, lat, lng, model, connectors, sessionsADay, kind = {}]) => ({
    identity: `DEMO-${code}`,
    label,
    address,
    timeZone,
    lat,
    lng,
    ...models[model],
    type: kind.type ?? 'public',
    behaviour: kind.behaviour ?? 'living',
    connectors,
    sessionsADay,
  }),
)
