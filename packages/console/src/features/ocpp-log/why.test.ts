import { closeReasons, frameProblems, logLimits } from '@stationmaster/contract'
import { describe, expect, it } from 'vitest'
import { errorFilters } from './log-filter.ts'
import { samplesIn, statusOf, summaryOf, termsIn } from './log-summary.ts'
import type { LogRow } from './log-window.ts'
import { explain } from './why.ts'

const row = (part: Partial<LogRow>) =>
  ({
    direction: 'out',
    action: 'Reset',
    request: '{}',
    response: '{"status":"Accepted"}',
    errorcode: null,
    ...part,
  }) as LogRow

const refused = (action: string, status: string) =>
  explain(row({ action, response: JSON.stringify({ status }) }))?.why
const answer = (action: string, response: object) =>
  explain(row({ direction: 'in', action, response: JSON.stringify(response) }))?.why

const explainRejection = (errorDescription: string) =>
  explain(
    row({
      direction: 'in',
      action: 'Connect',
      errorcode: 'ConnectionRefused',
      response: JSON.stringify({ errorDescription }),
    }),
  )

const unchanged = (_: string, value: string): string => value
const word = (member: string, value: string): string =>
  member === 'status' && value === 'SuspendedEV' ? 'Suspended by car' : value

describe('why a message failed', () => {
  it('is null for a successful message', () => {
    expect(explain(row({}))).toBeNull()
    expect(explain(row({ action: 'GetConfiguration', response: '{"configurationKey":[]}' }))).toBeNull()
    expect(explain(row({ direction: 'in', action: 'Heartbeat', response: null }))).toBeNull()
  })

  it('explains error codes in both spellings, with their descriptions', () => {
    const response = JSON.stringify({ errorDescription: 'no such member', errorDetails: {} })
    const error = explain(row({ errorcode: 'FormationViolation', response }))
    expect(error).toEqual({ why: 'FormationViolation', kind: 'failed', description: 'no such member' })
    expect(explain(row({ errorcode: 'FormatViolation', response }))?.why).toBe('FormationViolation')
    expect(explain(row({ errorcode: 'OccurrenceConstraintViolation' }))?.why).toBe(
      'OccurenceConstraintViolation',
    )
    expect(explain(row({ errorcode: 'VendorThing', response: null }))).toMatchObject({ why: 'unknownCode' })
  })

  it('distinguishes no response, a lost connection and a late response', () => {
    expect(explain(row({ errorcode: 'Timeout', response: null }))).toMatchObject({ why: 'noAnswer' })
    expect(explain(row({ errorcode: 'ConnectionLost', response: null }))).toMatchObject({
      why: 'connectionLost',
    })
    expect(explain(row({ errorcode: 'Late' }))).toMatchObject({ why: 'late', kind: 'warning' })
  })

  it('explains why a connection was rejected, and whether the subprotocol setting helps', () => {
    const reason = 'no common subprotocol: this server speaks ocpp1.6, the station offered'
    expect(explainRejection(`${reason} none`)).toEqual({
      why: 'subprotocolMissing',
      kind: 'failed',
      description: `${reason} none`,
    })
    expect(explainRejection(`${reason} ocpp2.0.1`)?.why).toBe('subprotocolOther')
    expect(explainRejection('This is no WebSocket handshake')?.why).toBe('connectionRejected')
  })

  it('explains why a frame was rejected and why a connection ended', () => {
    const invalid = { direction: 'in' as const, action: 'InvalidMessage', request: 'hello', response: null }
    expect(explain(row({ ...invalid, errorcode: 'NotJson' }))).toEqual({
      why: 'notJson',
      kind: 'failed',
      description: null,
    })
    // OCPP-J has a code of the same name; in that case the station sent it
    expect(explain(row({ ...invalid, errorcode: 'ProtocolError' }))?.why).toBe('protocolError')
    expect(explain(row({ errorcode: 'ProtocolError', response: null }))?.why).toBe('ProtocolError')
    const request = '{"code":1008,"reason":"replaced by a newer connection"}'
    expect(explain(row({ action: 'Disconnect', request, response: null, errorcode: 'Replaced' }))).toEqual({
      why: 'replaced',
      kind: 'warning',
      description: 'replaced by a newer connection',
    })
    expect(explain(row({ action: 'Disconnect', request, response: null, errorcode: 'NewReason' }))?.why).toBe(
      'unknownCode',
    )
    expect(explain(row({ action: 'Disconnect', request, response: null, errorcode: null }))).toBeNull()
  })

  it('explains refusals by the refused action', () => {
    expect(refused('ReserveNow', 'Occupied')).toBe('reserveOccupied')
    expect(refused('ChangeConfiguration', 'RebootRequired')).toBe('rebootRequired')
    expect(refused('SendLocalList', 'VersionMismatch')).toBe('listVersion')
    expect(refused('InstallCertificate', 'Rejected')).toBe('refusedPlain')
    expect(refused('toString', 'constructor')).toBeUndefined()
  })

  it('explains our responses to a card and to a BootNotification', () => {
    expect(answer('Authorize', { idTagInfo: { status: 'Blocked' } })).toBe('cardBlocked')
    expect(answer('StartTransaction', { transactionId: 1, idTagInfo: { status: 'ConcurrentTx' } })).toBe(
      'cardConcurrent',
    )
    expect(answer('BootNotification', { status: 'Pending' })).toBe('bootPending')
    expect(answer('Authorize', { idTagInfo: { status: 'Accepted' } })).toBeUndefined()
  })

  it('detects the fault in a StatusNotification', () => {
    const status = { direction: 'in' as const, action: 'StatusNotification', response: '{}' }
    expect(explain(row({ ...status, request: '{"errorCode":"GroundFailure"}' }))?.kind).toBe('warning')
    expect(explain(row({ ...status, request: '{"errorCode":"NoError"}' }))).toBeNull()
  })

  it('accepts payloads that are not JSON', () => {
    expect(explain(row({ response: '{"status":"Rej…' }))).toBeNull()
    expect(statusOf({ response: '[1]' })).toBeNull()
    expect(summaryOf({ request: '{"broken' }, unchanged)).toBe('{"broken')
    expect(summaryOf({ request: null }, unchanged)).toBe('')
  })

  it('shows the plain members of a request in one line', () => {
    const request = '{"connectorId":1,"timestamp":"2026","status":"Charging","list":[{},{}],"a":{"b":1}}'
    expect(summaryOf({ request }, unchanged)).toBe('connectorId 1 · status Charging · list [2] · a {…}')
  })

  it('adds the words for values of OCPP', () => {
    const request = '{"connectorId":1,"status":"SuspendedEV","vendorId":"SuspendedEV"}'
    expect(summaryOf({ request }, word)).toBe(
      'connectorId 1 · status SuspendedEV (Suspended by car) · vendorId SuspendedEV',
    )
    expect(summaryOf({ request: '{"errorCode":"NoError"}' }, () => 'Kein Fehler')).toBe('errorCode NoError')
    expect(termsIn('{"idTagInfo":{"status":"SuspendedEV"},"list":[{"status":"Other"}]}', word)).toEqual([
      { member: 'status', value: 'SuspendedEV' },
    ])
    expect(termsIn('{"broken', word)).toEqual([])
  })

  it('reads meter values with the defaults of OCPP', () => {
    const none = { unit: null, phase: null, location: null, context: null }
    const request = JSON.stringify({
      meterValue: [{ sampledValue: [{ value: '5' }, { measurand: 'SoC', value: '40', unit: 'Percent' }, 3] }],
    })
    expect(samplesIn(request)).toEqual([
      { ...none, measurand: 'Energy.Active.Import.Register', value: '5', unit: 'Wh' },
      { ...none, measurand: 'SoC', value: '40', unit: 'Percent' },
    ])
    expect(samplesIn(null)).toEqual([])
  })

  it('shows the newest meter values', () => {
    const sampledValue = [
      { value: '5380', unit: 'Wh' },
      { measurand: 'Current.Import', phase: 'L1', value: '16', unit: 'A' },
    ]
    const request = JSON.stringify({ connectorId: 1, meterValue: [{}, { timestamp: 'x', sampledValue }] })
    expect(summaryOf({ request }, unchanged)).toBe(
      'connectorId 1 · Energy.Active.Import.Register 5380 Wh · Current.Import L1 16 A',
    )
    expect(summaryOf({ request: '{"meterValue":"broken"}' }, unchanged)).toBe('')
  })
})

it('offers every result code as a filter once', () => {
  expect(errorFilters).toHaveLength(new Set<string>(errorFilters).size)
  expect(errorFilters).toEqual(expect.arrayContaining([...frameProblems, ...closeReasons, ...logLimits]))
})
