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
  post: { vendor: 'Nordwatt', model: 'Post 22 Duo', connectors: ac(2) },
  wall: { vendor: 'Nordwatt', model: 'Wall 11', connectors: ac(1, 11_000) },
  fast: { vendor: 'Voltaro', model: 'Fast 150', connectors: dc(2, 150_000) },
  hyper: { vendor: 'Voltaro', model: 'Hyper 300', connectors: dc(2, 300_000) },
  city: { vendor: 'Lumina', model: 'City 50', connectors: dc(1, 50_000) },
}

type Row = [
  code: string,
  label: string,
  address: string,
  /** Time zone in Europe. */
  zone: string,
  lat: number,
  lng: number,
  model: keyof typeof models,
  sessionsADay: number,
]

const rows: Row[] = [
  ['HAM-01', 'Landungsbrücken', 'Johannisbollwerk 20, 20459 Hamburg', 'Berlin', 53.5458, 9.9713, 'post', 5],
  ['BER-01', 'Hauptbahnhof', 'Europaplatz 1, 10557 Berlin', 'Berlin', 52.5251, 13.3694, 'fast', 9],
  ['MUC-01', 'Olympiapark', 'Spiridon-Louis-Ring 21, 80809 München', 'Berlin', 48.1755, 11.5518, 'post', 4],
  ['VIE-01', 'Praterstern', 'Praterstern 3, 1020 Wien', 'Vienna', 48.2185, 16.3922, 'city', 6],
  ['ZRH-01', 'Europaallee', 'Europaallee 25, 8004 Zürich', 'Zurich', 47.3776, 8.5329, 'post', 5],
  ['PAR-01', 'Gare de Lyon', 'Place Louis-Armand, 75012 Paris', 'Paris', 48.8448, 2.3735, 'hyper', 10],
  ['LYS-01', 'Part-Dieu', 'Place Charles Béraudier, 69003 Lyon', 'Paris', 45.7606, 4.8597, 'post', 4],
  ['AMS-01', 'Zuid', 'Zuidplein 36, 1077 XV Amsterdam', 'Amsterdam', 52.3389, 4.8724, 'post', 6],
  ['BRU-01', 'Gare du Midi', 'Avenue Fonsny 47, 1060 Bruxelles', 'Brussels', 50.8357, 4.3366, 'fast', 7],
  ['CPH-01', 'Nordhavn', 'Sundkrogsgade 19, 2150 København', 'Copenhagen', 55.7068, 12.5937, 'post', 5],
  ['STO-01', 'Slussen', 'Katarinavägen 1, 116 45 Stockholm', 'Stockholm', 59.3195, 18.0723, 'fast', 6],
  ['OSL-01', 'Bjørvika', 'Dronning Eufemias gate 8, 0191 Oslo', 'Oslo', 59.9076, 10.7588, 'post', 7],
  ['WAW-01', 'Centralna', 'Aleje Jerozolimskie 54, 00-024 Warszawa', 'Warsaw', 52.2289, 21.0031, 'city', 4],
  ['MIL-01', 'Centrale', "Piazza Duca d'Aosta 1, 20124 Milano", 'Rome', 45.4862, 9.2043, 'hyper', 8],
  ['PRG-01', 'Holešovice', 'Partyzánská 18, 170 00 Praha', 'Prague', 50.1107, 14.4403, 'post', 3],
  ['BCN-01', 'Sants', 'Plaça dels Països Catalans 1, 08014 Barcelona', 'Madrid', 41.3791, 2.1403, 'city', 3],
  [
    'LIS-01',
    'Casa Oriente',
    'Avenida Dom João II 12, 1990-203 Lisboa',
    'Lisbon',
    38.7679,
    -9.0977,
    'wall',
    1,
  ],
  ['DUB-01', 'Docklands', 'North Wall Quay 30, Dublin 1', 'Dublin', 53.3472, -6.2394, 'post', 2],
]

/** Stations that differ from the others. */
const special: Readonly<Record<string, Partial<DemoStation>>> = {
  'PRG-01': { behaviour: 'faulted' },
  'BCN-01': { behaviour: 'offline' },
  'LIS-01': { type: 'private' },
  'DUB-01': { behaviour: 'idle' },
}

/** The stations of the demo: AC and DC across Europe, one private, one faulted, one offline. */
export const demoStations: readonly DemoStation[] = rows.map(
  ([code, label, address, zone, lat, lng, model, sessionsADay]) => ({
    identity: `DEMO-${code}`,
    label,
    address,
    timeZone: `Europe/${zone}`,
    lat,
    lng,
    ...models[model],
    type: 'public',
    behaviour: 'living',
    sessionsADay,
    ...special[code],
  }),
)
