// npm run sweep: opens every screen of the console in the demo and reports what is wrong with it.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './files.mjs'

const usage = `npm run sweep -- [options]
  --route <text>      only addresses that contain the text
  --role <text>       only roles that contain the text: administrator, client's operator, driver
  --language <code>   only this language: en, de, fr, it, ru, nl
  --theme <name>      only this theme: light (all languages), dark and semi-dark (en)
  --shots <folder>    stores a screenshot of each page
  --origin <url>      uses a running demo, with the password of its administrator in SWEEP_PASSWORD`

function optionsOf(args) {
  const texts = ['route', 'role', 'language', 'theme', 'shots', 'origin']
  const ofTexts = texts.map((name) => [name, { type: 'string' }])
  const options = { ...Object.fromEntries(ofTexts), help: { type: 'boolean' } }
  try {
    const { help, ...values } = parseArgs({ args, options }).values
    if (!help) return values
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

const { shots, ...others } = optionsOf(process.argv.slice(2))
const given = { ...others, ...(shots && { shots: resolve(process.env.INIT_CWD ?? '.', shots) }) }
const env = Object.fromEntries(
  Object.entries(given).map(([name, value]) => [`SWEEP_${name.toUpperCase()}`, value]),
)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'packages/console/test/sweep/vitest.config.ts',
  ],
  { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' },
)
process.exit(status ?? 1)
