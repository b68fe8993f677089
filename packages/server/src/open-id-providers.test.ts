import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const google = { GOOGLE_CLIENT_ID: 'g.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'secret' }
const other = { OIDC_ISSUER: 'https://id.example.org/realms/charging', OIDC_CLIENT_ID: 'charging' }

const at = (OIDC_ISSUER: string) => () => readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'x' })

describe('the OpenID providers of the configuration', () => {
  it('are none, Google, another one, or both', () => {
    expect(readConfig({}).openId).toEqual([])
    expect(readConfig({ ...google, ...other }).openId).toEqual([
      {
        code: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: google.GOOGLE_CLIENT_ID,
        clientSecret: 'secret',
      },
      {
        code: 'oidc',
        name: 'id.example.org',
        issuer: other.OIDC_ISSUER,
        clientId: 'charging',
        clientSecret: undefined,
      },
    ])
    const named = readConfig({ ...other, OIDC_NAME: 'Example ID', OIDC_CLIENT_SECRET: 's' }).openId
    expect(named).toMatchObject([{ name: 'Example ID', clientSecret: 's' }])
  })

  it('require all their settings, or the server names the missing one', () => {
    const half: [Record<string, string>, string][] = [
      [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET is missing'],
      [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID is missing'],
      [{ OIDC_ISSUER: other.OIDC_ISSUER }, 'OIDC_CLIENT_ID is missing'],
      [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER is missing'],
      [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_SECRET needs OIDC_ISSUER'],
      [{ OIDC_NAME: 'x' }, 'OIDC_NAME needs OIDC_ISSUER'],
    ]
    for (const [variables, words] of half) expect(() => readConfig(variables)).toThrow(words)
  })

  it('require https, except on this machine', () => {
    expect(at('http://localhost:9000/realm')().openId).toHaveLength(1)
    for (const address of [
      'http://id.example.org',
      'http://localhost.example.org',
      'id.example.org',
      'https://id.example.org/?x',
    ])
      expect(at(address), address).toThrow('OIDC_ISSUER must be an https address')
  })
})
