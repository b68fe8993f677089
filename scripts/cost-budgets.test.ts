import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { budgets, excessOf, secondsOfChildren, usualBudget } from './cost-budgets.mjs'
import { root } from './files.mjs'

it('a budget of its own belongs to a file that exists, and is more than the usual one', () => {
  for (const [path, seconds] of Object.entries(budgets)) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(seconds, path).toBeGreaterThan(usualBudget)
  }
})

it('a file is over its budget only if it takes longer', () => {
  expect(excessOf('some.test.ts', usualBudget)).toBe(null)
  expect(excessOf('some.test.ts', usualBudget + 0.5)).toBe('15.5 s of processor time, budget 15 s')
  expect(excessOf(Object.keys(budgets)[0]!, usualBudget + 0.5)).toBe(null)
})

it.runIf(process.platform === 'linux')('the processor time of a process counts once it has ended', () => {
  const before = secondsOfChildren()!
  const work = 'while (process.cpuUsage().user < 200_000);'
  expect(spawnSync(process.execPath, ['-e', work]).status).toBe(0)
  expect(secondsOfChildren()! - before).toBeGreaterThan(0.15)
})
