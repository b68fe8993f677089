import { systemActions16 } from '@stationmaster/ocpp/v16'
import { describe, expect, it } from 'vitest'
import type { CommandOutcome } from '../../shared/station-command.ts'
import { conclude } from './command.ts'

const result = (payload: unknown, rawText?: string): CommandOutcome => ({ kind: 'result', payload, rawText })
const after = (action: string, payload: unknown) => conclude(action, 'sent', result(payload))

describe('conclude', () => {
  it.each([
    ['Reset', 'Accepted', 'accepted'],
    ['Reset', 'Rejected', 'rejected'],
    ['UnlockConnector', 'Unlocked', 'accepted'],
    ['UnlockConnector', 'UnlockFailed', 'rejected'],
    ['UnlockConnector', 'NotSupported', 'rejected'],
    ['ChangeAvailability', 'Scheduled', 'accepted'],
    ['ChangeConfiguration', 'RebootRequired', 'accepted'],
    ['ChangeConfiguration', 'NotSupported', 'rejected'],
    ['SendLocalList', 'VersionMismatch', 'rejected'],
    ['SendLocalList', 'Failed', 'rejected'],
    ['ReserveNow', 'Occupied', 'rejected'],
    ['ClearChargingProfile', 'Unknown', 'rejected'],
    ['DataTransfer', 'UnknownVendorId', 'rejected'],
    ['TriggerMessage', 'NotImplemented', 'rejected'],
    ['GetLog', 'AcceptedCanceled', 'accepted'],
    // G50: a lower-case status is understood; an unknown one is shown and not counted as accepted
    ['Reset', 'accepted', 'accepted'],
    ['Reset', 'Perhaps', 'rejected'],
  ])('%s answered with %s is %s', (action, status, state) => {
    expect(after(action, { status })).toMatchObject({ state, status, isAnswered: true })
  })

  it.each([
    ['GetConfiguration', { configurationKey: [{ key: 'A', readonly: false, value: 5 }] }],
    ['GetConfiguration', {}],
    ['GetDiagnostics', { fileName: 'x' }],
    ['GetLocalListVersion', { listVersion: 'many' }],
    ['UpdateFirmware', null],
  ])('%s needs no status: %j', (action, payload) => {
    const settled = after(action, payload)
    expect(settled).toMatchObject({ state: 'accepted', status: null })
    expect(JSON.parse(settled!.response!)).toEqual(payload)
  })

  // Proves INV-6
  it.each([[{}], [null], ['Accepted'], [[]], [{ status: 5 }], [{ status: '' }]])(
    'an answer without a status is neither accepted nor rejected, and is stored: %j',
    (payload) => {
      const settled = after('Reset', payload)
      expect(settled).toMatchObject({ state: 'unknown', isAnswered: true })
      expect(JSON.parse(settled!.response!)).toEqual(payload)
    },
  )

  // Proves G50
  it('reads an answer to every command', () => {
    for (const action of systemActions16)
      expect(after(action, { status: 'Accepted' })!.state).toBe(
        action === 'UnlockConnector' ? 'rejected' : 'accepted',
      )
  })

  it('preserves digits that JavaScript cannot represent', () => {
    const text = '{"status":"Accepted","n":9223372036854775807}'
    expect(conclude('Reset', 'sent', result(JSON.parse(text), text))!.response).toBe(text)
  })

  it('stores the parsed value of an answer whose text is not valid JSON', () => {
    const text = '{"status":"Accepted"},"more"'
    expect(conclude('Reset', 'sent', result({ status: 'Accepted' }, text))!.response).toBe(
      '{"status":"Accepted"}',
    )
  })

  // Proves Q30
  it('shows an answer that could not be read', () => {
    expect(conclude('Reset', 'sent', { kind: 'unreadable', rawText: '[3,"1",{"a\0' })).toMatchObject({
      state: 'unknown',
      response: '"[3,\\"1\\",{\\"a\\u0000"',
      reason: { code: 'command.response_unreadable', params: { response: '[3,"1",{"a␀' } },
    })
  })

  // Proves INV-6
  it.each([
    // the station may have carried it out before the connection closed
    [{ kind: 'gone' }, 'unknown'],
    // it was never sent
    [{ kind: 'unsent' }, 'failed'],
    [{ kind: 'error', code: 'NotSupported', description: '' }, 'failed'],
  ] as const)(
    'reports failed only if the command was certainly not carried out: %j gives %s',
    (outcome, state) => {
      expect(conclude('Reset', 'sent', outcome)).toMatchObject({ state })
    },
  )

  it.each([
    [{ kind: 'timeout' }, 'command.no_response'],
    [{ kind: 'gone' }, 'command.connection_lost'],
    [{ kind: 'unsent' }, 'command.not_sent'],
    [result({}), 'command.no_status'],
    [{ kind: 'unreadable', rawText: '[3' }, 'command.response_unreadable'],
  ] as const)('gives the reason of %j as the code %s', (outcome, code) => {
    expect(conclude('Reset', 'sent', outcome as CommandOutcome)).toMatchObject({
      description: null,
      reason: { code },
    })
  })

  it("stores no reason beside the station's own description", () => {
    const outcome: CommandOutcome = { kind: 'error', code: 'NotSupported', description: 'not here' }
    expect(conclude('Reset', 'sent', outcome)).toMatchObject({ description: 'not here', reason: null })
  })

  it.each([
    ['timeout', result({ status: 'Accepted' }), { state: 'timeout', isLate: true }],
    ['unknown', result({ status: 'Accepted' }), { state: 'accepted', isLate: false }],
    ['unknown', { kind: 'late', answer: result({ status: 'Accepted' }) }, { state: 'unknown', isLate: true }],
    ['sent', { kind: 'late', answer: result({ status: 'Accepted' }) }, { state: 'timeout', isLate: true }],
    ['timeout', { kind: 'timeout' }, null],
    ['timeout', { kind: 'gone' }, null],
    ['accepted', result({ status: 'Rejected' }), null],
    ['failed', result({ status: 'Accepted' }), null],
    ['cancelled', result({ status: 'Accepted' }), null],
    ['queued', { kind: 'timeout' }, null],
  ] as const)('after %s, %j gives %j', (state, outcome, expected) => {
    const settled = conclude('Reset', state, outcome as CommandOutcome)
    if (expected) expect(settled).toMatchObject(expected)
    else expect(settled).toBeNull()
  })
})
