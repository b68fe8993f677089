import type { Device } from '../../../station/device.ts'
import type { CommandHandlers } from './command.ts'

/** Rejects a lower security profile, and profile 3 without a certificate (security whitepaper, A05). */
const isPossibleProfile = (profile: number, { configuration }: Device, certificate: object | null): boolean =>
  profile >= configuration.number('SecurityProfile') && (profile < 3 || certificate !== null)

/** Handlers of configuration keys, local list and cache. */
export const configurationCommands: CommandHandlers<
  'ChangeConfiguration' | 'GetConfiguration' | 'ClearCache' | 'GetLocalListVersion' | 'SendLocalList'
> = {
  ChangeConfiguration: ({ key, value }, { device, certificates, useKey }) => {
    if (
      key.toLowerCase() === 'securityprofile' &&
      !isPossibleProfile(Number(value), device, certificates.own)
    )
      return { answer: { status: 'Rejected' } }
    const status = device.configuration.change(key, value)
    const isNewKey = key.toLowerCase() === 'authorizationkey' && status === 'Accepted'
    // P20: the answer is sent on the old connection, then the station reconnects with the new key.
    return { answer: { status }, ...(isNewKey ? { afterwards: () => useKey(value) } : {}) }
  },
  GetConfiguration: ({ key }, { device }) => {
    const { known, unknown } = device.configuration.entries(key)
    return {
      answer: { configurationKey: known, ...(unknown.length === 0 ? {} : { unknownKey: unknown }) },
    }
  },
  ClearCache: (_request, { device }) => {
    if (!device.configuration.isOn('AuthorizationCacheEnabled')) return { answer: { status: 'Rejected' } }
    device.cache.clear()
    return { answer: { status: 'Accepted' } }
  },
  GetLocalListVersion: (_request, { device }) => ({
    // -1 means that the station does not support a local list (E2 5.10).
    answer: {
      listVersion: device.configuration.isOn('LocalAuthListEnabled') ? device.localList.version : -1,
    },
  }),
  SendLocalList: ({ listVersion, localAuthorizationList, updateType }, { device }) => {
    const { configuration } = device
    if (!configuration.isOn('LocalAuthListEnabled')) return { answer: { status: 'NotSupported' } }
    const items = localAuthorizationList ?? []
    if (items.length > configuration.number('SendLocalListMaxLength')) return { answer: { status: 'Failed' } }
    const max = configuration.number('LocalAuthListMaxLength')
    const update = { type: updateType, version: listVersion, items }
    return { answer: { status: device.localList.update(update, max) } }
  },
}
