import type { Quirk, QuirkTools } from './hooks.ts'

const dayMs = 86_400_000
/** Number of past transactions that a station with Q41 reports at the same time. */
const pastSessions = 60

/** Queues one transaction from long ago, like a station that was never connected. */
function reportPast(tools: QuirkTools, index: number): void {
  const { device, queue } = tools
  const startMs = device.clock.now() - (pastSessions - index) * (dayMs / 6)
  const connectorId = device.connectors[0]?.id ?? 1
  const fromWh = 1_000 + index * 9_000
  const idTag = 'HISTORY'
  let transactionId = -1
  const at = (minutes: number): string => new Date(startMs + minutes * 60_000).toISOString()
  const start = { connectorId, idTag, meterStart: fromWh, timestamp: at(0) }
  queue({
    action: 'StartTransaction',
    isReading: false,
    payload: () => start,
    answered: (payload) => {
      if (typeof payload['transactionId'] === 'number') transactionId = payload['transactionId']
    },
  })
  for (const minutes of [15, 30, 45])
    queue({
      action: 'MeterValues',
      isReading: true,
      payload: () => ({
        connectorId,
        transactionId,
        meterValue: [{ timestamp: at(minutes), sampledValue: [{ value: String(fromWh + minutes * 130) }] }],
      }),
      answered: () => {},
    })
  queue({
    action: 'StopTransaction',
    isReading: false,
    payload: () => ({
      idTag,
      meterStop: fromWh + 7_800,
      timestamp: at(60),
      transactionId,
      reason: 'Local',
    }),
    answered: () => {},
  })
}

/** Quirks in what a station does or omits. */
export const habitQuirks: readonly Quirk[] = [
  {
    name: 'Q32',
    meaning: 'Never reports its last connector, and announces one fewer than it uses',
    make: () => ({
      opened: ({ device }) =>
        device.configuration.set('NumberOfConnectors', String(device.connectors.length - 1)),
      call: (action, payload, { device }) =>
        action === 'StatusNotification' && payload['connectorId'] === device.connectors.at(-1)?.id
          ? null
          : payload,
    }),
  },
  {
    name: 'Q33',
    meaning: 'Boots again when a command comes within two seconds of its boot',
    make: () => ({
      shouldAnswer: (_action, _payload, tools) => {
        const isReady = tools.sinceBootMs() >= 2_000
        if (!isReady) tools.reboot()
        return isReady
      },
    }),
  },
  {
    name: 'Q34',
    meaning: 'Connects without a boot, and continues as before a restart',
    trait: 'skips-boot',
  },
  {
    name: 'Q35',
    meaning: 'Repeats a boot or a transaction message every ten seconds forever once it was rejected',
    trait: 'never-gives-up',
  },
  {
    name: 'Q36',
    meaning: 'Authorizes the card before it answers a remote start',
    make: () => ({
      shouldAnswer: (action, payload, tools) => {
        if (action === 'RemoteStartTransaction') tools.sendCall('Authorize', { idTag: payload['idTag'] })
        return true
      },
    }),
  },
  { name: 'Q37', meaning: 'Accepts a remote start and does nothing', trait: 'ignores-remote-start' },
  {
    name: 'Q41',
    meaning: 'Sends ten days of history at its first connection',
    make: () => {
      let hasReported = false
      return {
        accepted: (tools) => {
          if (hasReported) return
          hasReported = true
          for (let index = 0; index < pastSessions; index++) reportPast(tools, index)
        },
      }
    },
  },
  {
    name: 'Q42',
    meaning: 'Sends unknown security events and messages',
    make: () => ({
      accepted: (tools) => {
        const timestamp = tools.stamp(tools.device.clock.now())
        tools.sendCall('SecurityEventNotification', { type: 'StartupOfTheDevice', timestamp })
        tools.sendCall('VendorStatistics', { uptime: 12_345 })
      },
    }),
  },
  {
    name: 'Q43',
    meaning: 'Sends a vendor DataTransfer every second',
    make: () => {
      const beat = (tools: QuirkTools): void =>
        tools.later(1_000, () => {
          tools.sendCall('DataTransfer', { vendorId: 'EnPlus', messageId: 'Alive', data: '{"load":3}' })
          beat(tools)
        })
      return { opened: beat }
    },
  },
  {
    name: 'Q45',
    meaning: 'Answers only the first command of a connection',
    make: () => {
      let hasAnswered = false
      return {
        opened: () => {
          hasAnswered = false
        },
        shouldAnswer: () => {
          const answers = !hasAnswered
          hasAnswered = true
          return answers
        },
      }
    },
  },
]
