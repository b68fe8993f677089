import { expect, test } from 'vitest'
import { withoutSecrets } from './echoed-secrets.ts'
import type { CommandOutcome } from '../shared/station-command.ts'

const location = 'ftp://me:pa"ss-word@host/x?sig=0123456789'
const command = {
  payload: { location, retries: 3 },
  shown: { location: 'ftp://***@host/x?sig=***', retries: 3 },
}

// Proves INV-12
test.each<[string, CommandOutcome]>([
  [
    'a result',
    {
      kind: 'result',
      payload: { fileName: location, at: 3 },
      rawText: JSON.stringify({ fileName: location }),
    },
  ],
  [
    'an error',
    {
      kind: 'error',
      code: 'GenericError',
      description: `no login with pa"ss-word`,
      details: { was: [location] },
    },
  ],
  ['a truncated message', { kind: 'unreadable', rawText: `[3,"1",{"fileName":${JSON.stringify(location)}` }],
  [
    'a late error',
    { kind: 'late', answer: { kind: 'error', code: 'x', description: 'sig 0123456789', details: {} } },
  ],
])('%s that repeats a secret of its command is stored without it', (_what, outcome) => {
  const text = JSON.stringify(withoutSecrets(command, outcome))
  for (const secret of ['ss-word', '0123456789']) expect(text).not.toContain(secret)
  expect(text).toContain('***')
})

const read = (text: string) =>
  withoutSecrets({ payload: {}, shown: {} }, { kind: 'unreadable', rawText: text })

// Proves INV-12
test('hides values of an unreadable configuration if one of its keys is a secret', () => {
  const rawText =
    '[3,"1",{"configurationKey":[{"key":"AuthorizationKey", "value" : "a\\"b1"},{"key":"X","value":12},'
  expect(read(rawText)).toMatchObject({
    rawText:
      '[3,"1",{"configurationKey":[{"key":"AuthorizationKey", "value" : "***"},{"key":"X","value":"***"},',
  })
  const plain = rawText.replace('AuthorizationKey', 'HeartbeatInterval')
  expect(read(plain)).toMatchObject({ rawText: plain })
})

test('returns the same object if it contains no secret', () => {
  const outcome: CommandOutcome = { kind: 'result', payload: { status: 'Accepted' }, rawText: '{}' }
  expect(withoutSecrets(command, outcome)).toBe(outcome)
})
