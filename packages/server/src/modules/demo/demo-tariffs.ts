import type { TariffDefinition } from '@stationmaster/contract'

type Prices = Omit<TariffDefinition, 'currency'>

const gross = { tax_included: 'YES', vat: 1900 } as const

/** Idle time is free for some minutes after charging, then charged per hour. */
const idle = (minutes: number, max: string) => ({
  idle: { grace_seconds: minutes * 60, max, until: 'stop' as const },
})

interface DemoTariff {
  code: string
  label: string
  description: string
  mode?: 'standard' | 'ultra'
  /** Code of the client. */
  client?: string
  commissionBp?: number
  prices: Prices
}

/** Tariffs of the demo, active from its beginning. None of them is one that AFIR forbids at its stations. */
export const demoTariffs: readonly DemoTariff[] = [
  {
    code: 'DEMO-DEFAULT',
    label: 'Standard',
    description: 'Applies where no other tariff does.',
    commissionBp: 1000,
    prices: {
      ...gross,
      ...idle(30, '12'),
      elements: [
        {
          price_components: [
            { type: 'ENERGY', price: '0.49' },
            { type: 'PARKING_TIME', price: '3.00' },
          ],
        },
      ],
    },
  },
  {
    code: 'DEMO-NIGHT',
    label: 'Night',
    description: 'AC charging is cheaper at night, and connectors may stay occupied then.',
    mode: 'standard',
    commissionBp: 1000,
    prices: {
      ...gross,
      ...idle(60, '9'),
      elements: [
        {
          price_components: [
            { type: 'ENERGY', price: '0.35' },
            { type: 'PARKING_TIME', price: '0' },
          ],
          restrictions: { start_time: '22:00', end_time: '06:00' },
        },
        {
          price_components: [
            { type: 'ENERGY', price: '0.45' },
            { type: 'PARKING_TIME', price: '3.00' },
          ],
          restrictions: { start_time: '06:00', end_time: '22:00' },
        },
      ],
    },
  },
  {
    code: 'DEMO-FAST',
    label: 'Fast charging',
    description: 'At connectors with 150 kW or more.',
    mode: 'ultra',
    commissionBp: 800,
    prices: {
      ...gross,
      ...idle(10, '24'),
      elements: [
        {
          price_components: [
            { type: 'ENERGY', price: '0.69' },
            { type: 'PARKING_TIME', price: '12.00' },
          ],
        },
      ],
    },
  },
  {
    code: 'DEMO-FLEET',
    label: 'Fleet Nord',
    description: 'Agreed with the client, without tax.',
    client: 'DEMO-FLEET',
    prices: {
      tax_included: 'NO',
      vat: 1900,
      elements: [{ price_components: [{ type: 'ENERGY', price: '0.36' }] }],
    },
  },
]
