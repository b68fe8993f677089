// npm run sweep: opens every screen of the console in the demo and reports what is wrong with it.
//   --route TEXT      only addresses that contain the text
//   --role TEXT       only roles that contain the text: administrator, client's operator, driver
//   --language CODE   only this language: en, de, fr, it, ru, nl
//   --theme NAME      only this theme: light (all languages), dark and semi-dark (en)
//   --shots DIR       stores a screenshot of each page
//   --origin URL      uses a running demo, with the password of its administrator in SWEEP_PASSWORD
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './files.mjs'
import { readOptions } from './options.mjs'

const names = ['route', 'role', 'language', 'theme', 'shots', 'origin']
const { values } = readOptions(import.meta.url, {
  options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const { shots, ...others } = values
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
