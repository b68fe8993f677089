import { expect, test } from 'vitest'
import { schemas } from '../generated/v16/schemas.js'
import { commands16, securityCommands16 } from './commands.ts'
import { messages16, readAction16, stationActions16, systemActions16 } from './messages.ts'
import { protocol16 } from './protocol.ts'

const securityActions = Object.values(messages16).filter((row) => row.block === 'security')

// Proves F4
test('has the 28 messages of the standard and the 11 of the security whitepaper', () => {
  expect(Object.keys(messages16)).toHaveLength(39)
  expect(securityActions).toHaveLength(11)
})

// Proves F4
test('has the same messages as the official schemas', () => {
  expect(Object.keys(messages16).sort()).toEqual(Object.keys(schemas).sort())
})

test('has the action of each row as its key', () => {
  for (const [name, row] of Object.entries(messages16)) expect(row.action).toBe(name)
})

test('allows only DataTransfer in both directions', () => {
  expect(stationActions16.filter((action) => readAction16(action) && isBoth(action))).toEqual([
    'DataTransfer',
  ])
  expect(stationActions16).toHaveLength(14)
  expect(systemActions16).toHaveLength(26)
})

const isBoth = (action: string) => (systemActions16 as readonly string[]).includes(action)

test('marks the reports of a station about charging and about itself as facts', () => {
  const facts = Object.values(messages16).filter((row) => row.carriesFact)
  expect(facts.every((row) => row.from === 'station')).toBe(true)
  expect(facts.map((row) => row.action)).toEqual(
    stationActions16.filter((action) => !['Authorize', 'DataTransfer', 'Heartbeat'].includes(action)),
  )
})

test('confirms the receipt of facts that need no other answer, and of a start', () => {
  const confirmed = stationActions16.filter((action) => protocol16.findCall(action)?.receipt)
  expect(confirmed.toSorted()).toEqual([
    'DiagnosticsStatusNotification',
    'FirmwareStatusNotification',
    'LogStatusNotification',
    'MeterValues',
    'SecurityEventNotification',
    'SignedFirmwareStatusNotification',
    'StartTransaction',
    'StatusNotification',
    'StopTransaction',
  ])
  const receipt = protocol16.findCall('StartTransaction')?.receipt
  expect(receipt?.(() => 7)).toEqual({ idTagInfo: { status: 'Invalid' }, transactionId: 7 })
})

test('has the 19 commands of the standard and the 7 of the whitepaper', () => {
  expect(commands16).toHaveLength(19)
  expect(securityCommands16).toHaveLength(7)
  const names = [...commands16, ...securityCommands16].map(({ action }) => action)
  expect([...names].sort()).toEqual([...systemActions16].sort())
  expect(commands16.map(({ action }) => action)).toEqual(commands16.map(({ action }) => action).sort())
})

test.each(['constructor', '__proto__', 'toString', 'authorize', 'Authorize ', '', 'NotifyEvent'])(
  'does not accept %j as an action',
  (name) => {
    expect(readAction16(name)).toBeNull()
  },
)
