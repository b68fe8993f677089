import type { FirmwareOrder, UploadedFile } from '../../../station/maintenance.ts'
import type { CommandDeps, CommandHandlers } from './command.ts'
import { triggered } from './station.ts'

const fileName = (kind: string, { device, serial }: CommandDeps): string =>
  `${kind}-${serial}-${new Date(device.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '')}.log`

/** Returns the file of an upload: a short text about the station. */
const fileOf = (kind: string, deps: CommandDeps): UploadedFile => {
  const { device, serial, vendor, maintenance } = deps
  const states = device.connectors.map((connector, index) => `connector ${index + 1}: ${connector.status}`)
  const head = [`${kind} of ${serial}`, `vendor: ${vendor}`, `firmware: ${maintenance.firmwareVersion}`]
  return { name: fileName(kind, deps), text: [...head, ...states, ''].join('\n') }
}

const isCertificate = (pem: string): boolean => pem.includes('-----BEGIN CERTIFICATE-----')

/** Handlers of firmware, diagnostics, logs and certificates. */
export const maintenanceCommands: CommandHandlers<
  | 'GetDiagnostics'
  | 'UpdateFirmware'
  | 'ExtendedTriggerMessage'
  | 'GetLog'
  | 'SignedUpdateFirmware'
  | 'CertificateSigned'
  | 'DeleteCertificate'
  | 'GetInstalledCertificateIds'
  | 'InstallCertificate'
> = {
  GetDiagnostics: ({ location, retries, retryInterval }, deps) => {
    const file = fileOf('diagnostics', deps)
    return {
      answer: { fileName: file.name },
      afterwards: () => deps.maintenance.upload({ location, file, retries, retryIntervalS: retryInterval }),
    }
  },
  UpdateFirmware: ({ location, retrieveDate, retries, retryInterval }, { maintenance }) => ({
    answer: {},
    afterwards: () =>
      maintenance.update({
        location,
        retrieveAtMs: Date.parse(retrieveDate),
        retries,
        retryIntervalS: retryInterval,
      }),
  }),
  ExtendedTriggerMessage: ({ requestedMessage, connectorId }, deps) => {
    const { maintenance, triggeredReporter, certificates, device, serial } = deps
    const { requestIds } = maintenance
    if (requestedMessage === 'FirmwareStatusNotification') {
      const progress = maintenance.isUpdating ? maintenance.firmwareProgress : 'Idle'
      return {
        answer: { status: 'Accepted' },
        afterwards: () => triggeredReporter.firmware(progress, requestIds.firmware),
      }
    }
    if (requestedMessage === 'LogStatusNotification') {
      const progress = maintenance.isUploading ? maintenance.uploadProgress : 'Idle'
      // The message of the whitepaper needs no requestId while idle, but one is allowed.
      return {
        answer: { status: 'Accepted' },
        afterwards: () => triggeredReporter.upload(progress, requestIds.upload ?? 0),
      }
    }
    if (requestedMessage === 'SignChargePointCertificate') {
      const operator = device.configuration.text('CpoName') || 'Operator'
      return {
        answer: { status: 'Accepted' },
        afterwards: () => deps.call('SignCertificate', { csr: certificates.request(serial, operator) }),
      }
    }
    const afterwards = triggered(requestedMessage, connectorId, deps)
    return afterwards ? { answer: { status: 'Accepted' }, afterwards } : { answer: { status: 'Rejected' } }
  },
  GetLog: ({ log, logType, requestId, retries, retryInterval }, deps) => {
    const { maintenance } = deps
    const status = maintenance.isUploading ? 'AcceptedCanceled' : 'Accepted'
    const file = fileOf(logType === 'SecurityLog' ? 'security' : 'diagnostics', deps)
    const order = { location: log.remoteLocation, file, retries, retryIntervalS: retryInterval, requestId }
    return {
      answer: { status, filename: file.name },
      afterwards: () => maintenance.upload(order),
    }
  },
  SignedUpdateFirmware: ({ firmware, requestId, retries, retryInterval }, { maintenance }) => {
    if (!isCertificate(firmware.signingCertificate)) return { answer: { status: 'InvalidCertificate' } }
    const status = maintenance.isUpdating ? 'AcceptedCanceled' : 'Accepted'
    const order: FirmwareOrder = {
      location: firmware.location,
      retrieveAtMs: Date.parse(firmware.retrieveDateTime),
      ...(firmware.installDateTime === undefined
        ? {}
        : { installAtMs: Date.parse(firmware.installDateTime) }),
      retries,
      retryIntervalS: retryInterval,
      requestId,
    }
    return { answer: { status }, afterwards: () => maintenance.update(order) }
  },
  CertificateSigned: ({ certificateChain }, { certificates }) => ({
    answer: { status: certificates.signed(certificateChain) },
  }),
  DeleteCertificate: ({ certificateHashData }, { certificates }) => ({
    answer: { status: certificates.delete(certificateHashData) },
  }),
  GetInstalledCertificateIds: ({ certificateType }, { certificates }) => {
    const found = certificates.list(certificateType)
    return {
      answer: found.length > 0 ? { status: 'Accepted', certificateHashData: found } : { status: 'NotFound' },
    }
  },
  InstallCertificate: ({ certificateType, certificate }, { certificates, device }) => ({
    answer: {
      status: certificates.install(
        certificateType,
        certificate,
        device.configuration.number('CertificateStoreMaxLength'),
      ),
    },
  }),
}
