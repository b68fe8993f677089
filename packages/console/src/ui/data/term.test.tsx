import {
  commands16,
  loadCommandForm16,
  sampleTerms16,
  securityCommands16,
  type V16,
} from '@stationmaster/ocpp/v16'
import { renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ready, show } from '../../../test/render.tsx'
import { isObject } from '../../lib/is-object.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { changeLanguage } from '../../lib/texts.ts'
import { BriefTerm, Term } from './term.tsx'

type Payloads = { [Action in keyof V16]: V16[Action]['request'] | V16[Action]['response'] }[keyof V16]
type StatusIn<Payload> = Payload extends { status: infer Status extends string } ? Status : never
type CardStatusIn<Payload> = Payload extends { idTagInfo?: { status: infer Status extends string } }
  ? Status
  : never
type ReportedStatus = StatusIn<Payloads> | CardStatusIn<Payloads>
type ErrorCode = V16['StatusNotification']['request']['errorCode']
type Reason = NonNullable<V16['StopTransaction']['request']['reason']>

// Records, so that a missing value does not compile.
const reasons: Record<Reason, true> = {
  DeAuthorized: true,
  EmergencyStop: true,
  EVDisconnected: true,
  HardReset: true,
  Local: true,
  Other: true,
  PowerLoss: true,
  Reboot: true,
  Remote: true,
  SoftReset: true,
  UnlockCommand: true,
}
const errorCodes: Record<ErrorCode, true> = {
  ConnectorLockFailure: true,
  EVCommunicationError: true,
  GroundFailure: true,
  HighTemperature: true,
  InternalError: true,
  LocalListConflict: true,
  NoError: true,
  OtherError: true,
  OverCurrentFailure: true,
  OverVoltage: true,
  PowerMeterFailure: true,
  PowerSwitchFailure: true,
  ReaderFailure: true,
  ResetFailure: true,
  UnderVoltage: true,
  WeakSignal: true,
}
const statuses: Record<ReportedStatus, true> = {
  Accepted: true,
  AcceptedCanceled: true,
  Available: true,
  BadMessage: true,
  Blocked: true,
  Charging: true,
  ConcurrentTx: true,
  DownloadFailed: true,
  DownloadPaused: true,
  DownloadScheduled: true,
  Downloaded: true,
  Downloading: true,
  Expired: true,
  Failed: true,
  Faulted: true,
  Finishing: true,
  Idle: true,
  InstallRebooting: true,
  InstallScheduled: true,
  InstallVerificationFailed: true,
  InstallationFailed: true,
  Installed: true,
  Installing: true,
  Invalid: true,
  InvalidCertificate: true,
  InvalidSignature: true,
  NotFound: true,
  NotImplemented: true,
  NotSupported: true,
  NotSupportedOperation: true,
  Occupied: true,
  Pending: true,
  PermissionDenied: true,
  Preparing: true,
  RebootRequired: true,
  Rejected: true,
  Reserved: true,
  RevokedCertificate: true,
  Scheduled: true,
  SignatureVerified: true,
  SuspendedEV: true,
  SuspendedEVSE: true,
  Unavailable: true,
  Unknown: true,
  UnknownMessageId: true,
  UnknownVendorId: true,
  UnlockFailed: true,
  Unlocked: true,
  UploadFailed: true,
  UploadFailure: true,
  Uploaded: true,
  Uploading: true,
  VersionMismatch: true,
}

/** Returns the values that the forms of all commands offer, with their members. */
async function choices(): Promise<[string, string][]> {
  const forms = await Promise.all(
    [...commands16, ...securityCommands16].map(({ action }) => loadCommandForm16(action)),
  )
  const visit = (node: unknown, member: string): [string, string][] => {
    if (Array.isArray(node)) return node.flatMap((inner) => visit(inner, member))
    if (!isObject(node)) return []
    if (Array.isArray(node.enum)) return node.enum.map((value) => [member, String(value)])
    return Object.entries(node).flatMap(([key, inner]) =>
      visit(inner, key === 'items' || key === 'properties' ? member : key),
    )
  }
  // The names of hash algorithms are the same in all languages, and German operators use "Heartbeat".
  const same = new Set([
    'hashAlgorithm SHA256',
    'hashAlgorithm SHA384',
    'hashAlgorithm SHA512',
    'requestedMessage Heartbeat',
  ])
  return forms.flatMap(({ schema }) => visit(schema, '')).filter((choice) => !same.has(choice.join(' ')))
}

/** Languages whose words never repeat an OCPP term: the word is missing if it equals the term. */
const foreign = ['de', 'fr', 'it', 'ru', 'nl'] as const

afterEach(() => changeLanguage('en'))

describe('words', () => {
  it.each(foreign)('exist in %s for all reasons, error codes, statuses and choices', async (language) => {
    await ready('terms')
    await changeLanguage(language)
    const { current: word } = renderHook(() => useTermWord()).result
    const all = [
      ...Object.keys(reasons).map((value) => ['reason', value] as const),
      ...Object.keys(errorCodes).map((value) => ['errorCode', value] as const),
      ...Object.keys(statuses).map((value) => ['status', value] as const),
      ...(['measurand', 'location', 'context', 'format'] as const).flatMap((member) =>
        sampleTerms16[member].map((value) => [member, value] as const),
      ),
      ...(await choices()),
    ]
    expect(all.filter(([member, value]) => word(member, value) === value)).toEqual([])
  })
})

describe('a term', () => {
  it.each([
    ['en', 'Car disconnected'],
    ['de', 'Fahrzeug getrennt'],
    ['fr', 'Véhicule débranché'],
    ['it', 'Auto scollegata'],
    ['ru', 'Автомобиль отключён'],
    ['nl', 'Auto losgekoppeld'],
  ] as const)('is shown in %s with the OCPP term next to it', async (language, word) => {
    await ready('terms')
    await changeLanguage(language)
    await show(<Term member="reason" value="EVDisconnected" />, { texts: ['terms'] })
    expect(screen.getByText(word).parentElement?.textContent).toBe(`${word} EVDisconnected`)
  })

  it('has the OCPP term as title in a list', async () => {
    await show(<BriefTerm member="status" value="RebootRequired" />, { texts: ['terms'] })
    expect(screen.getByText('Restart required').title).toBe('RebootRequired')
  })

  it('is not repeated if the word says the same', async () => {
    await show(<Term member="reason" value="EmergencyStop" />, { texts: ['terms'] })
    expect(screen.getByText('Emergency stop').parentElement?.textContent).toBe('Emergency stop')
  })

  it.each(['VendorReason', 'constructor', 'length', 'Energy'])(
    'of a vendor (%s) is unchanged',
    async (value) => {
      await show(
        <>
          <Term member="reason" value={value} />
          <BriefTerm member="measurand" value={value} />
        </>,
        { texts: ['terms'] },
      )
      expect(screen.getAllByText(value)).toHaveLength(2)
    },
  )

  it('of a connector has the word of its state', async () => {
    await show(<BriefTerm member="status" value="SuspendedEV" />, { texts: ['terms'] })
    expect(screen.getByText('Suspended by car').title).toBe('SuspendedEV')
  })
})
