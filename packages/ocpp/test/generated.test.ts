import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { generateOcpp } from '../scripts/generate.mjs'
import { systemActions16 } from '../src/v16/messages.ts'

const folder = fileURLToPath(new URL('../src/generated/v16/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.[jt]s$/.test(name),
)
const textOf = (name: string) => readFileSync(folder + name, 'utf8')

describe('the generated files', () => {
  test('are current', async () => {
    expect(await generateOcpp()).toBe(false)
  })

  test('contain the notice of the schemas', () => {
    expect(files.length).toBeGreaterThan(80)
    for (const name of files) {
      expect(textOf(name), name).toContain('Open Charge Alliance')
      expect(textOf(name), name).toContain('Creative Commons Attribution-NoDerivatives 4.0')
    }
  })

  test('need no loader, no eval and no import from elsewhere', () => {
    for (const name of files.filter((file) => file.endsWith('.js')))
      expect(textOf(name), name).not.toMatch(/\brequire\(|\beval\(|\bFunction\(|\bimport\b|\bany\b/)
  })

  test('contain one small form per command', () => {
    for (const action of systemActions16) {
      expect(textOf(`forms/${action}.js`).length).toBeLessThan(40_000)
      expect(files).toContain(`forms/${action}.d.ts`)
    }
  })

  test('work where code generation from strings is forbidden', () => {
    const script = `
      const { validators } = await import(${JSON.stringify(`file://${folder}validators.js`)})
      const { validate } = await import(${JSON.stringify(`file://${folder}forms/Reset.js`)})
      console.log(validators.Authorize.request({ idTag: 'a' }), validate({ type: 'Warm' }), validate.errors.length)`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', '--no-warnings', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('true false 1')
  })
})
