import { describe, expect, it } from 'vitest'
import { isSecretKey, maskUrl } from '../../shared/secret-words.ts'
import { maskRequest, maskResponse } from './masking.ts'

describe('maskUrl', () => {
  // Proves H12
  it.each([
    ['ftp://user:pass@host/path', 'ftp://***@host/path'],
    ['FTPS://user@host:21', 'FTPS://***@host:21'],
    ['https://host/a?token=abc&b=1', 'https://host/a?token=***&b=1'],
    [
      'https://host/?X-Amz-Credential=k&X-Amz-Signature=s#f',
      'https://host/?X-Amz-Credential=***&X-Amz-Signature=***#f',
    ],
    ['https://host/a@b/c?d=e@f', 'https://host/a@b/c?d=e@f'],
    ['ftp://user:p@ss@host/x', 'ftp://***@host/x'],
    ['ftp://user:p/a#s?s@host/x', 'ftp://***@host/x'],
    ['https://host:8080/a@b', 'https://host:8080/a@b'],
    ['//user:pass@host/x', '//***@host/x'],
    ['user:pass@host/x', '***@host/x'],
    ['https://host/f?pass=abc&auth=d e', 'https://host/f?pass=***&auth=*** e'],
    ['no address at all', 'no address at all'],
    ['me@example.org', 'me@example.org'],
    ['https://host/?????token=abc', 'https://host/?????token=***'],
  ])('%s is shown as %s', (url, shown) => {
    expect(maskUrl(url)).toBe(shown)
  })
})

describe('isSecretKey', () => {
  it.each([
    'AuthorizationKey',
    'authorizationkey',
    'WifiPassword',
    'ApnPasswd',
    'clientSecret',
    'PrivateKey',
    'wifi_psk',
  ])('%s is a secret', (key) => expect(isSecretKey(key)).toBe(true))
  it.each([
    'AuthorizeRemoteTxRequests',
    'HeartbeatInterval',
    'LocalAuthListEnabled',
    'PskyThing',
    'KeyCount',
  ])('%s is not a secret', (key) => expect(isSecretKey(key)).toBe(false))
})

describe('maskRequest', () => {
  // Proves INV-12
  it('masks addresses and keys, and returns the same object if there are none', () => {
    const location = 'https://u:p@h/f'
    expect(maskRequest('UpdateFirmware', { location, retrieveDate: 'd' })).toEqual({
      location: 'https://***@h/f',
      retrieveDate: 'd',
    })
    expect(maskRequest('SignedUpdateFirmware', { firmware: { location } })).toEqual({
      firmware: { location: 'https://***@h/f' },
    })
    expect(maskRequest('GetLog', { log: { remoteLocation: location } })).toEqual({
      log: { remoteLocation: 'https://***@h/f' },
    })
    expect(maskRequest('ChangeConfiguration', { key: 'AuthorizationKey', value: 'v' })).toEqual({
      key: 'AuthorizationKey',
      value: '***',
    })
    for (const [action, payload] of [
      ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '5' }],
      ['UpdateFirmware', { location: 'https://h/f' }],
      ['GetLog', {}],
      ['Reset', { type: 'Hard' }],
    ] as const)
      expect(maskRequest(action, payload)).toBe(payload)
  })
})

describe('maskResponse', () => {
  // Proves INV-12
  it('masks the values of secret keys, whatever else the list contains', () => {
    const plain = { configurationKey: [{ key: 'A', value: '1' }, null, 'x', { key: 'AuthorizationKey' }] }
    expect(maskResponse('GetConfiguration', plain)).toBe(plain)
    const secret = {
      configurationKey: [
        { key: 'A', value: '1' },
        { key: 'AuthorizationKey', value: 's' },
      ],
    }
    expect(maskResponse('GetConfiguration', secret)).toEqual({
      configurationKey: [
        { key: 'A', value: '1' },
        { key: 'AuthorizationKey', value: '***' },
      ],
    })
    // some stations send this answer to any request
    expect(maskResponse('Reset', secret)).toEqual(maskResponse('GetConfiguration', secret))
  })
})
