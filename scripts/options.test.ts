import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.mjs'

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', `${script}.mjs`), ...args], { encoding: 'utf8' })

const scripts = ['backup', 'bench', 'mutate', 'restore', 'sweep', 'torture', 'verify-journal']

test.each(scripts)('%s refuses an unknown option and prints its usage', (script) => {
  const { status, stderr, stdout } = run(script, '--nonsense')
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(new RegExp(`^Unknown option '--nonsense'[^\n]*\n\nnpm run ${script}[ :]`))
  expect(stderr).not.toContain('    at ')
})

test('--help prints the usage', () => {
  const { status, stdout } = run('backup', '--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^npm run backup: .*\n.*--to DIR/)
})

test.each([
  ['backup', [], '--to DIR is required'],
  ['backup', ['--to', 'x', '--keep', '0'], '--keep must be a whole number of at least 1'],
  ['restore', [], '--from DIR is required'],
  ['torture', ['--only', 'nothing'], 'unknown part nothing'],
] as const)('%s %j: %s', (script, args, message) => {
  const { status, stderr } = run(script, ...args)
  expect(status).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain(`npm run ${script}`)
})
