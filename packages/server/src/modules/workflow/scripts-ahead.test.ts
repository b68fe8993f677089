import { expect, test } from 'vitest'
import type { ScriptRun } from '../scripts/index.ts'
import type { EngineDeps } from './deps.ts'
import { withScriptsAhead } from './scripts-ahead.ts'

const given: ScriptRun = {
  source: '',
  object: {
    id: '1',
    class: 'card',
    type: null,
    state: 'enabled',
    label: 'a card',
    tags: [],
    owner: null,
    account: null,
    fields: {},
  },
  event: { action: 'disable', from: 'enabled', to: 'disabled' },
  now: new Date(),
}

/**
 * Returns engine dependencies with a sandbox only, and a record of the transactions that were open when a
 * script ran.
 */
function sandbox() {
  const seen: string[] = []
  const now = { isLocked: false }
  const runScript = async ({ source }: ScriptRun) => {
    seen.push(`${source} ${now.isLocked ? 'locked' : 'free'}`)
    return { effects: [{ kind: 'setLabel' as const, text: source, line: 1 }], log: [], ms: 1 }
  }
  const deps = { scripts: { runScript } } as unknown as EngineDeps // nothing else is used
  /** Simulates a transaction that holds a row while scripts run. */
  const withLock = async (work: () => Promise<string>) => {
    now.isLocked = true
    try {
      return await work()
    } finally {
      now.isLocked = false
    }
  }
  return { seen, deps, holding: withLock }
}

const labelOf = async ({ scripts }: EngineDeps, source: string, more: Partial<ScriptRun> = {}) => {
  const { effects } = await scripts.runScript({ ...given, source, ...more })
  return effects![0]!.kind
}

// Proves O8
test('runs no script while a transaction holds a lock, and each script once', async () => {
  const { seen, deps, holding: withLock } = sandbox()
  let begun = 0
  const answer = await withScriptsAhead(deps, (deps) =>
    withLock(async () => {
      begun += 1
      await labelOf(deps, 'first')
      await labelOf(deps, 'second', { now: new Date(begun) })
      return labelOf(deps, 'first')
    }),
  )
  expect(answer).toBe('setLabel')
  expect(seen).toEqual(['first free', 'second free'])
  expect(begun).toBe(3)
})

test('stops rereading an object that is different each time', async () => {
  const { seen, deps, holding: withLock } = sandbox()
  let begun = 0
  await withScriptsAhead(deps, (deps) =>
    withLock(() => labelOf(deps, 'script', { object: { ...given.object, label: `${(begun += 1)}` } })),
  )
  expect(seen).toEqual([...Array(20).fill('script free'), 'script locked'])
})

test('rethrows other errors unchanged', async () => {
  const { deps } = sandbox()
  await expect(withScriptsAhead(deps, () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
})
