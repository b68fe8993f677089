#!/usr/bin/env node
// Committed, because npm links only programs that exist when it installs; the bundle is built later.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/cli.mjs', import.meta.url)
if (existsSync(bundle)) await import(bundle.href)
else {
  console.error('The simulator is not built yet: run "npm run build" first.')
  process.exitCode = 1
}
