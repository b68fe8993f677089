import { join } from 'node:path'
import { allTests, budgets, build, codeTests, generated, quickChecks, Tally } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { installPrograms } from './debian-packages.mjs'
import { install, missingPackages } from './install.mjs'
import { clearRunFolder, makeRunFolder } from './leftovers.mjs'

/** Runs every check and ends the process; the last line is `N passed, N failed`. */
export async function checkAll({ withBrowser }) {
  const missing = await missingPackages({ withTools: true })
  if (missing.length > 0) {
    console.log(`Installing ${missing.length} packages …`)
    await install()
  }
  const chromium = withBrowser ? await findChromium() : {}
  if (withBrowser) await installPrograms()
  const folder = await makeRunFolder()
  const env = { ...process.env, TMPDIR: folder, CI: '1', NO_COLOR: '1', NODE_ENV: 'test' }
  if (chromium.path) env.CHROMIUM_PATH = chromium.path
  const tally = new Tally(env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      tally.abort()
      void clearRunFolder(folder).then(() => process.exit(130))
    })
  }
  await tally.check(generated)
  const beside = tally.checkAll(quickChecks)
  await tally.check(build)
  await tally.check(budgets)
  await tally.test(chromium.path ? allTests : codeTests, join(folder, 'tests.json'))
  await beside
  if (withBrowser && !chromium.path) tally.count('browser tests', false, chromium.problem)
  const left = await clearRunFolder(folder)
  tally.count('no process is left', left.length === 0, left.join('\n'))
  tally.conclude()
  process.exit(tally.failed > 0 ? 1 : 0)
}
