import { FrameTemplate } from './masked-frame.ts'

export const loadKinds = [
  'Heartbeat',
  'Authorize',
  'StatusNotification',
  'MeterValues',
  'StartTransaction',
  'StopTransaction',
] as const
export type LoadKind = (typeof loadKinds)[number]

/** Placeholders that are rewritten in each call, in their width. */
export const placeholders = {
  id: '########',
  time: '2000-01-01T00:00:00.000Z',
  transaction: '4444444444',
  meter: '555555555',
} as const
const all = Object.values(placeholders)

/** Message ids have eight digits, so that their width never changes. */
export const firstId = 10_000_000

const call = (action: string, payload: string): string => `[2,"${placeholders.id}","${action}",${payload}]`

const sample = (measurand: string, unit: string, value: string): string =>
  `{"value":"${value}","context":"Sample.Periodic","measurand":"${measurand}","unit":"${unit}"}`
const samples = [
  sample('Energy.Active.Import.Register', 'Wh', placeholders.meter),
  sample('Power.Active.Import', 'W', '48200'),
  sample('Current.Import', 'A', '118.40'),
  sample('SoC', 'Percent', '47'),
].join(',')

const status = (word: string): string =>
  call(
    'StatusNotification',
    `{"connectorId":1,"errorCode":"NoError","status":"${word}","timestamp":"${placeholders.time}"}`,
  )

export const bootMessage = (): FrameTemplate =>
  new FrameTemplate(
    call(
      'BootNotification',
      '{"chargePointVendor":"Stationmaster","chargePointModel":"Load","firmwareVersion":"1.0.0"}',
    ),
    all,
  )

/** Returns the messages of one station; several of a kind are sent in turn. */
export function stationMessages(card: string): Record<LoadKind, readonly FrameTemplate[]> {
  const idTag = JSON.stringify(card)
  const texts: Record<LoadKind, readonly string[]> = {
    Heartbeat: [call('Heartbeat', '{}')],
    Authorize: [call('Authorize', `{"idTag":${idTag}}`)],
    StatusNotification: [status('Preparing'), status('Available')],
    MeterValues: [
      call(
        'MeterValues',
        `{"connectorId":1,"transactionId":${placeholders.transaction},"meterValue":[{"timestamp":"${placeholders.time}","sampledValue":[${samples}]}]}`,
      ),
    ],
    StartTransaction: [
      call(
        'StartTransaction',
        `{"connectorId":1,"idTag":${idTag},"meterStart":${placeholders.meter},"timestamp":"${placeholders.time}"}`,
      ),
    ],
    StopTransaction: [
      call(
        'StopTransaction',
        `{"idTag":${idTag},"meterStop":${placeholders.meter},"timestamp":"${placeholders.time}","transactionId":${placeholders.transaction},"reason":"Local"}`,
      ),
    ],
  }
  const templates = Object.entries(texts).map(([kind, each]) => [
    kind,
    each.map((text) => new FrameTemplate(text, all)),
  ])
  // The entries are those of `texts`, by kind.
  return Object.fromEntries(templates) as Record<LoadKind, FrameTemplate[]>
}

/** The message mix of docs/performance.md: what a busy station sends, in a plausible order. */
export const loadMix: readonly LoadKind[] = [
  'StartTransaction',
  'StatusNotification',
  'MeterValues',
  'Heartbeat',
  'MeterValues',
  'StopTransaction',
]
