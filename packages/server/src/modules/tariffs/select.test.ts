import { expect, test } from 'vitest'
import { type Candidate, modeOf, selectTariff, type TariffQuestion } from './select.ts'

const at = new Date('2027-03-01T12:00:00Z')
const candidate = (versionId: string, of: Partial<Candidate> = {}): Candidate => ({
  versionId,
  tariffId: versionId,
  type: 'regular',
  clientId: null,
  groupId: null,
  networkId: null,
  mode: null,
  currency: 'EUR',
  validFrom: new Date('2027-01-01T00:00:00Z'),
  validTo: null,
  ...of,
})
const candidates = {
  client: candidate('client', { clientId: 'c1' }),
  clientFast: candidate('clientFast', { clientId: 'c1', mode: 'fast' }),
  otherClient: candidate('otherClient', { clientId: 'c2' }),
  group: candidate('group', { groupId: 'g1' }),
  networkFast: candidate('networkFast', { networkId: 'n1', mode: 'fast' }),
  network: candidate('network', { networkId: 'n1' }),
  fast: candidate('fast', { mode: 'fast' }),
  default: candidate('default'),
  adHoc: candidate('adHoc', { type: 'ad_hoc' }),
  francs: candidate('francs', { currency: 'CHF' }),
  ended: candidate('ended', { clientId: 'c1', validTo: at }),
  future: candidate('future', { clientId: 'c1', validFrom: new Date(at.getTime() + 1) }),
}
type Name = keyof typeof candidates
const question: TariffQuestion = {
  at,
  clientId: null,
  groupId: null,
  networkId: null,
  mode: null,
  currencies: ['EUR'],
}
const ofClient = { clientId: 'c1', groupId: 'g1', networkId: 'n1', mode: 'fast' } as const

test.each<[of: Partial<TariffQuestion>, names: Name[], expected: Name | null, reason: string | null]>([
  [{}, [], null, null],
  [{}, ['default'], 'default', 'default'],
  [{}, ['network', 'fast', 'client', 'group'], null, null],
  [{ mode: 'fast' }, ['default', 'fast'], 'fast', 'mode'],
  [{ networkId: 'n1', mode: 'fast' }, ['fast', 'network'], 'network', 'network'],
  [{ networkId: 'n1', mode: 'fast' }, ['fast', 'network', 'networkFast'], 'networkFast', 'network_mode'],
  [{ networkId: 'n1', mode: 'slow' }, ['default', 'networkFast', 'fast'], 'default', 'default'],
  [{ networkId: 'n2', mode: 'slow' }, ['default', 'network'], 'default', 'default'],
  [ofClient, ['networkFast', 'group'], 'group', 'group'],
  [ofClient, ['group', 'client', 'networkFast'], 'client', 'client'],
  [ofClient, ['client', 'clientFast'], 'clientFast', 'client'],
  [{ ...ofClient, mode: 'slow' }, ['client', 'clientFast'], 'client', 'client'],
  [ofClient, ['otherClient', 'default'], 'default', 'default'],
  [ofClient, ['adHoc'], null, null],
  [ofClient, ['adHoc', 'default'], 'default', 'default'],
  [{}, ['adHoc', 'default'], 'adHoc', 'default'],
  [{ networkId: 'n1', mode: 'fast' }, ['adHoc', 'networkFast'], 'adHoc', 'default'],
  [{}, ['francs'], null, null],
  [{ currencies: ['CHF', 'EUR'] }, ['default', 'francs'], 'francs', 'default'],
  [{ currencies: ['CHF', 'EUR'] }, ['default'], 'default', 'default'],
  [{ mode: 'fast', currencies: ['CHF', 'EUR'] }, ['fast', 'francs'], 'fast', 'mode'],
  [ofClient, ['ended', 'default'], 'default', 'default'],
  [ofClient, ['future', 'default'], 'default', 'default'],
  [{ ...ofClient, at: new Date(at.getTime() - 1) }, ['ended', 'default'], 'ended', 'client'],
  [{ ...ofClient, at: new Date(at.getTime() + 1) }, ['future', 'default'], 'future', 'client'],
])('%j of %j: %s', (of, names, expected, reason) => {
  for (const order of [names, names.toReversed()]) {
    const selected = selectTariff(
      order.map((name) => candidates[name]),
      { ...question, ...of },
    )
    expect(selected?.candidate.versionId ?? null).toBe(expected)
    expect(selected?.reason ?? null).toBe(reason)
  }
})

const modes = [
  { code: 'slow' as const, minPower: 0, maxPower: 7_400 },
  { code: 'standard' as const, minPower: 7_400, maxPower: 22_000 },
  { code: 'fast' as const, minPower: 22_000, maxPower: 150_000 },
  { code: 'ultra' as const, minPower: 150_000, maxPower: null },
]
test.each([
  [null, null, null, null],
  ['fast', 3_700, 'fast', 'connector'],
  ['unknown', 3_700, 'slow', 'power'],
  [null, 0, 'slow', 'power'],
  [null, 7_399, 'slow', 'power'],
  [null, 7_400, 'standard', 'power'],
  [null, 22_000, 'fast', 'power'],
  [null, 350_000, 'ultra', 'power'],
] as const)('the mode of a connector with mode %s and %s W is %s', (mode, powerW, expected, from) =>
  expect(modeOf({ mode, powerW }, modes)).toEqual({ mode: expected, from }),
)
