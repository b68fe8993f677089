// Process of npm run mutate: runs the checks of a folder with one change of its source.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import ts from 'typescript'
import { root } from '../files.mjs'
import { loadTypescript } from '../load-typescript.mjs'

const folder = process.argv[2]
const require = createRequire(import.meta.url)
const packages = {
  '@stationmaster/contract': await loadTypescript('packages/contract/src/index.ts', 'mutate-contract'),
  '@stationmaster/ocpp': await loadTypescript('packages/ocpp/src/index.ts', 'mutate-ocpp'),
}
const compiled = new Map()
const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true }
const compile = (source) => ts.transpileModule(source, { compilerOptions: options }).outputText

/** Returns the code of a module; that of unchanged ones is compiled once. */
function codeOf(file, mutant) {
  const source = readFileSync(join(root, file), 'utf8')
  if (mutant?.file === file)
    return compile(source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end))
  if (!compiled.has(file)) compiled.set(file, compile(source))
  return compiled.get(file)
}

/** Modules outside the folder, which no change affects, are evaluated once. */
const unchanged = new Map()

/** Returns a function that imports modules, with one change. */
function linker(mutant) {
  const changed = new Map()
  const load = (file) => {
    const loaded = file.startsWith(dirname(folder)) ? changed : unchanged
    const known = loaded.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    loaded.set(file, module)
    const fetch = (name) =>
      packages[name] ?? (name.startsWith('.') ? load(join(dirname(file), name)) : require(name))
    new Function('exports', 'module', 'require', codeOf(file, mutant))(module.exports, module, fetch)
    return module.exports
  }
  return load
}

const checksOf = (mutant) => linker(mutant)(join(folder, 'cases/checks.ts'))
const original = checksOf(undefined)
const inputs = original.randomInputs(100)
const [expected] = await once(process, 'message')
const amounts = expected ?? inputs.map(original.amountsBySecond)

process.on('message', (mutant) => {
  try {
    const { cases, checkCase, checkBySecond } = checksOf(mutant)
    for (const one of cases) checkCase(one)
    for (const [index, input] of inputs.entries()) checkBySecond(input, amounts[index])
    process.send(false)
  } catch {
    process.send(true)
  }
})
process.send(amounts)
