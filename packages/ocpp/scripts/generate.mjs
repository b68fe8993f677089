// Generates packages/ocpp/src/generated/v16 from the official schemas: types, validators, schemas and the
// lazily loaded command forms. Does nothing if the inputs are unchanged since the last run.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, '../src/generated/v16')
const stampFile = join(target, '.stamp')
const require = createRequire(import.meta.url)

function inputs() {
  const source = join(dirname(require.resolve('ocpp-rpc')), 'lib/schemas/ocpp1_6.json')
  const tools = ['ajv', 'json-schema-to-typescript'].map((name) => require.resolve(`${name}/package.json`))
  const scripts = readdirSync(here)
    .filter((name) => name.endsWith('.mjs'))
    .sort()
    .map((name) => join(here, name))
  const hash = createHash('sha256')
  for (const file of [source, ...tools, ...scripts]) hash.update(readFileSync(file)).update('\0')
  return { source, stamp: hash.digest('hex') }
}

const isCurrent = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp

async function filesOf(messages) {
  const [{ typesText }, { validatorModule }, { banner }] = await Promise.all([
    import('./write-types.mjs'),
    import('./write-validators.mjs'),
    import('./schema-source.mjs'),
  ])
  const files = new Map([['types.ts', await typesText(messages)]])

  const all = {}
  for (const { action, request, response } of messages) {
    all[`${action}Request`] = request
    all[`${action}Response`] = response
  }
  const pairs = messages.map(({ action: a }) => `  ${a}: { request: ${a}Request, response: ${a}Response },`)
  files.set('validators.js', `${validatorModule(all)}\nexport const validators = {\n${pairs.join('\n')}\n}\n`)
  files.set(
    'validators.d.ts',
    `${banner}import type { Validator } from '../../schema-problem.ts'\nimport type { V16 } from './types.ts'\nexport declare const validators: {\n` +
      '  readonly [Action in keyof V16]: { readonly request: Validator; readonly response: Validator }\n}\n',
  )

  const shapes = messages.map(
    (m) => `  ${m.action}: ${JSON.stringify({ request: m.request, response: m.response })},`,
  )
  files.set('schemas.js', `${banner}export const schemas = {\n${shapes.join('\n')}\n}\n`)
  files.set(
    'schemas.d.ts',
    `${banner}import type { MessageSchema } from '../../schema.ts'\nimport type { V16 } from './types.ts'\n` +
      'export declare const schemas: {\n' +
      '  readonly [Action in keyof V16]: { readonly request: MessageSchema; readonly response: MessageSchema }\n}\n',
  )

  const formTypes =
    `${banner}import type { MessageSchema } from '../../../schema.ts'\nimport type { Validator } from '../../../schema-problem.ts'\n` +
    'export declare const schema: MessageSchema\nexport declare const validate: Validator\n'
  for (const { action, request } of messages) {
    const module = validatorModule({ validate: request })
    files.set(`forms/${action}.js`, `${module}\nexport const schema = ${JSON.stringify(request)}\n`)
    files.set(`forms/${action}.d.ts`, formTypes)
  }
  const loaders = messages.map(({ action }) => `  ${action}: () => import('./forms/${action}.js'),`)
  files.set('forms.ts', `${banner}export const forms = {\n${loaders.join('\n')}\n}\n`)
  return files
}

/** Writes into a new folder and renames it into place, so that no reader sees a half-written one. */
function replaceTarget(files, stamp) {
  const fresh = `${target}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(join(fresh, 'forms'), { recursive: true })
  for (const [name, text] of files) writeFileSync(join(fresh, name), text)
  writeFileSync(join(fresh, '.stamp'), stamp)
  rmSync(target, { recursive: true, force: true })
  try {
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Two commands that start at the same time may both find the files stale; the other one has just written
    // the same files.
    if (!isCurrent(stamp)) throw error
  }
}

/** @returns {Promise<boolean>} true if files were written */
export async function generateOcpp({ force = false } = {}) {
  const { source, stamp } = inputs()
  if (!force && isCurrent(stamp)) return false
  const { readSchemas } = await import('./schema-source.mjs')
  const messages = readSchemas(JSON.parse(readFileSync(source, 'utf8')))
  replaceTarget(await filesOf(messages), stamp)
  return true
}
