import type { Payload } from '../station/payload.ts'
import type { Quirk, QuirkHooks } from './hooks.ts'
import { cycle } from './cycle.ts'

type Sampled = Record<string, unknown>

/** Returns hooks that change the samples of each meter value of MeterValues. */
const sampling = (change: (samples: Sampled[]) => Sampled[]): QuirkHooks => ({
  call: (action, payload) => {
    const values = payload['meterValue']
    if (action !== 'MeterValues' || !Array.isArray(values)) return payload
    return {
      ...payload,
      meterValue: values.map((value: Payload) => ({
        ...value,
        sampledValue: change((value['sampledValue'] as Sampled[] | undefined) ?? []),
      })),
    }
  },
})

const isEnergy = (sample: Sampled): boolean => sample['measurand'] === 'Energy.Active.Import.Register'
const isPower = (sample: Sampled): boolean => sample['measurand'] === 'Power.Active.Import'

/** Quirks of meter values. */
export const readingQuirks: readonly Quirk[] = [
  {
    name: 'Q18',
    meaning: 'Adds a measurand, a unit and a context that the standard does not define',
    make: () =>
      sampling((samples) => [
        ...samples,
        { value: '50.02', measurand: 'Frequency', unit: 'Hz', context: 'Sample.Periodic' },
        { value: '3', measurand: 'Vendor.FanSpeed', unit: 'RPM', context: 'Sample.Whenever' },
      ]),
  },
  {
    name: 'Q19',
    meaning: 'Gives power the unit Wh, and energy in kWh without a unit',
    make: () =>
      sampling((samples) =>
        samples.map((sample) => {
          if (isPower(sample)) return { ...sample, unit: 'Wh' }
          if (!isEnergy(sample)) return sample
          const { unit: _unit, ...rest } = sample
          return { ...rest, value: (Number(sample['value']) / 1000).toFixed(3) }
        }),
      ),
  },
  {
    name: 'Q20',
    meaning: 'Sends meter values without samples, with empty values, and with decimal commas',
    make: () => {
      const way = cycle<(samples: Sampled[]) => Sampled[]>(
        () => [],
        (samples) => samples.map((sample) => ({ ...sample, value: '' })),
        (samples) =>
          samples.map((sample) => ({ ...sample, value: `${String(sample['value']).replace(/\..*/, '')},5` })),
      )
      return sampling((samples) => way()(samples))
    },
  },
  {
    name: 'Q21',
    meaning: 'Sends a higher meter value after the stop, so that the next start is lower',
    make: () => ({
      sent: ({ action, payload }, tools) => {
        if (action !== 'StopTransaction') return
        tools.later(200, () =>
          tools.sendCall('MeterValues', {
            connectorId: tools.device.connectors[0]?.id ?? 1,
            transactionId: payload['transactionId'],
            meterValue: [
              {
                timestamp: tools.stamp(tools.device.clock.now()),
                sampledValue: [
                  {
                    value: String(Number(payload['meterStop']) + 60),
                    measurand: 'Energy.Active.Import.Register',
                    unit: 'Wh',
                  },
                ],
              },
            ],
          }),
        )
      },
    }),
  },
  {
    name: 'Q31',
    meaning: 'Sends its meter values for connector 0',
    make: () => ({
      call: (action, payload) => (action === 'MeterValues' ? { ...payload, connectorId: 0 } : payload),
    }),
  },
  {
    name: 'missing-connector',
    meaning: 'Leaves the connector out of its meter values',
    make: () => ({
      call: (action, payload) => {
        if (action !== 'MeterValues') return payload
        const { connectorId: _connectorId, ...rest } = payload
        return rest
      },
    }),
  },
]
